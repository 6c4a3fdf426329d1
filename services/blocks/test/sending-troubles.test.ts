import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { deleteOldSubmissions, openSubmission, settleSubmission } from '#/db/submission-rows.ts';
import { announceVrsctest, VRSCTEST } from './apply-recording.ts';
import { hexOf } from './mempool-events.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openSending, readSubmission } from './open-sending.ts';
import { IN_POOL, SendingNode } from './sending-node.ts';

const HEX = hexOf('a payment');
const { transaction, bytes } = decodeTransactionHex(HEX);
const { txid: TXID } = transaction;
const ROW = { txid: TXID, raw: bytes };
const UNKNOWN = { code: 'SEND_OUTCOME_UNKNOWN', txid: TXID, message: expect.stringContaining('transactionStatus') };
const AWAY = { code: 'NODE_UNAVAILABLE', txid: TXID, canRetry: true };
const ACCEPTED = { state: 'ACCEPTED', raw: '', code: null, message: null, isSettled: true };
const OPEN = { state: 'SENDING', raw: HEX, isSettled: false };
const NO_NODE = { url: 'http://127.0.0.1:1' };

let database: TestDatabase;
let node: SendingNode;
const opened: { close(): Promise<void> }[] = [];
async function open(nodes: Parameters<typeof openSending>[1]) {
  const sending = await openSending(database, nodes);
  opened.push(sending);
  return sending;
}
beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  node = await SendingNode.start();
});
afterEach(async () => {
  for (const sending of opened.splice(0)) await sending.close();
  await node.stop();
  await database.close();
});

const state = async () => (await readSubmission(database))?.state;

test('a node that does not answer in time leaves the outcome unknown, until it reports that it has the transaction', async () => {
  const sending = await open([node]);
  node.onSend = () => 'silent';
  expect(await sending.send(HEX)).toMatchObject(UNKNOWN);
  expect(await readSubmission(database)).toMatchObject(OPEN);
  node.onLookUp = () => IN_POOL;
  sending.settle();
  await waitFor(async () => (await state()) === 'ACCEPTED', { what: 'the state ACCEPTED' });
  expect(await readSubmission(database)).toEqual(ACCEPTED);
});

test('a connection that is cut leaves it unknown too, and the node that lost the transaction gets it again', async () => {
  const sending = await open([node]);
  node.onSend = () => 'cut off';
  expect(await sending.send(HEX)).toMatchObject(UNKNOWN);
  sending.settle();
  await waitFor(() => node.sent > 2, { what: 'three attempts' });
  expect(await readSubmission(database)).toMatchObject(OPEN);
  node.onSend = () => ({ result: TXID });
  await waitFor(async () => (await state()) === 'ACCEPTED', { what: 'the state ACCEPTED' });
});

test('what a process that was killed had written down is sent by the next one', async () => {
  await openSubmission(database.db, VRSCTEST, ROW);
  expect(await readSubmission(database)).toMatchObject(OPEN);
  const sending = await open([node]);
  sending.settle();
  await waitFor(async () => (await state()) === 'ACCEPTED', { what: 'the state ACCEPTED' });
  expect(node.calls.at(-1)).toEqual({ method: 'sendrawtransaction', params: [HEX] });
});

test('a refusal in the background settles it; one that expires soon stays open until it has expired', async () => {
  const { expiryHeight } = transaction;
  if (expiryHeight === null) throw new Error('it has an expiry height');
  await openSubmission(database.db, VRSCTEST, ROW);
  node.height = expiryHeight;
  node.onSend = () => ({
    code: -26,
    message: `tx-expiring-soon: expiryheight is ${expiryHeight} but should be at least 1`,
  });
  const sending = await open([node]);
  sending.settle();
  await waitFor(() => node.sent > 2, { what: 'three attempts' });
  expect(await readSubmission(database)).toMatchObject(OPEN);
  node.height = expiryHeight + 1;
  await waitFor(async () => (await state()) === 'REJECTED', { what: 'the state REJECTED' });
  expect(await readSubmission(database)).toMatchObject({ raw: '', code: -26, isSettled: true });
  await openSubmission(database.db, VRSCTEST, ROW);
  node.onSend = () => ({ code: -26, message: '18: bad-txns-inputs-spent' });
  await waitFor(async () => (await readSubmission(database))?.message === '18: bad-txns-inputs-spent', {
    what: 'the refusal',
  });
});

test('another node is asked only if the followed one cannot be reached', async () => {
  const other = await SendingNode.start();
  opened.push({ close: () => other.stop() });
  const sending = await open([node, other]);
  expect(await sending.send(HEX)).toMatchObject({ state: 'PENDING', isNew: true });
  node.onSend = () => ({ code: -26, message: '16: bad-txns-inputs-spent' });
  expect(await sending.send(HEX)).toMatchObject({ rejection: 'INPUTS_SPENT_PENDING' });
  node.onSend = () => 'silent';
  expect(await sending.send(HEX)).toMatchObject(UNKNOWN);
  node.onSend = () => 'cut off';
  expect(await sending.send(HEX)).toMatchObject(UNKNOWN);
  node.onLookUp = () => ({ code: -28, message: 'Loading block index...' });
  // No node was asked this time, but the earlier try is still open.
  expect(await sending.send(HEX)).toMatchObject(UNKNOWN);
  expect(other.sent).toBe(0);
  await node.stop();
  expect(await sending.send(HEX)).toMatchObject({ state: 'PENDING', isNew: true });
  expect(other.sent).toBe(1);
});

test('a node that cannot be reached, starts or stops was given nothing: the client gets an error, and no row stays', async () => {
  const sending = await open([node]);
  node.onLookUp = () => ({ code: -28, message: 'Loading block index...' });
  expect(await sending.send(HEX)).toMatchObject(AWAY);
  expect(await readSubmission(database)).toBeNull();
  await node.stop();
  expect(await sending.send(HEX)).toMatchObject(AWAY);
  expect(await readSubmission(database)).toBeNull();
  await expect(open([NO_NODE])).rejects.toThrow('no endpoint');
});

test('settled rows go after a day, open ones stay while their chain is followed', async () => {
  const { db } = database;
  const age = () =>
    db.$executeRawUnsafe(
      "UPDATE submission SET requested_at = now() - interval '25 hours', settled_at = settled_at - interval '25 hours'",
    );
  await openSubmission(db, VRSCTEST, ROW);
  await age();
  await deleteOldSubmissions(db, [VRSCTEST]);
  expect(await state()).toBe('SENDING');
  await settleSubmission(db, VRSCTEST, TXID);
  await deleteOldSubmissions(db, [VRSCTEST]);
  expect(await state()).toBe('ACCEPTED');
  await age();
  await deleteOldSubmissions(db, [VRSCTEST]);
  expect(await state()).toBeUndefined();
  await openSubmission(db, VRSCTEST, ROW);
  await age();
  await deleteOldSubmissions(db, []);
  expect(await state()).toBeUndefined();
});
