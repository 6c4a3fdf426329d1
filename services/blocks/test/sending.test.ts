import { readRecording } from '@ledgergraph/recorded-node/recording';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { normalizeBlock } from '#/following/normalize-block.ts';
import { announceVrsctest, apply, VRSCTEST } from './apply-recording.ts';
import { hexOf, MEMPOOL_RECORDING, readSendings } from './mempool-events.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openSending, readSubmission } from './open-sending.ts';
import { openApi } from './query-api.ts';
import { IN_BLOCK, IN_ORPHAN, IN_POOL, SendingNode } from './sending-node.ts';

const HEX = hexOf('a payment');
const { transaction, bytes } = decodeTransactionHex(HEX);
const { txid: TXID } = transaction;

const REJECTED: Record<string, string> = {
  'another registration of the same name': 'NOT_SIGNED_OR_NAME_TAKEN',
  'the second: the coin is spent in the pool': 'INPUTS_SPENT_PENDING',
  'the first again: its coin is spent in a block': 'INPUTS_SPENT',
  'expiryheight 479 at tip 480': 'EXPIRING_SOON',
  'expiryheight 481 at tip 480': 'EXPIRING_SOON',
  'expiryheight 483 at tip 480': 'EXPIRING_SOON',
  'not signed': 'NOT_SIGNED_OR_NAME_TAKEN',
  'signature broken': 'SIGNATURE_INVALID',
  'signed, then the amount changed': 'SIGNATURE_INVALID',
  'coins of somebody else': 'NOT_SIGNED_OR_NAME_TAKEN',
  'input unknown': 'INPUTS_MISSING',
  'output index unknown': 'INPUTS_SPENT',
  'more out than in': 'OUTPUTS_EXCEED_INPUTS',
  'fee of half the coin': 'FEE_TOO_HIGH',
  'not final: locktime above the tip': 'NOT_FINAL',
  'the coinbase of an orphaned block': 'COINBASE',
  'an immature coinbase spent': 'COINBASE_IMMATURE',
  'the same input twice': 'DUPLICATE_INPUTS',
};
const RETRIED = ['INPUTS_SPENT_PENDING', 'INPUTS_MISSING', 'NOT_FINAL', 'COINBASE_IMMATURE'];

const INVALID = ['no hex', 'empty', 'cut off', 'version 1', 'version group unknown', 'no outputs', 'no inputs'];

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

test('a transaction that the node takes is pending and new; its row keeps no bytes', async () => {
  const sending = await open([node]);
  expect(await sending.send(HEX.toUpperCase())).toEqual({ txid: TXID, state: 'PENDING', isNew: true });
  expect(node.calls.slice(-2)).toEqual([
    { method: 'getrawtransaction', params: [TXID, 1] },
    { method: 'sendrawtransaction', params: [HEX] },
  ]);
  expect(await readSubmission(database)).toEqual({
    state: 'ACCEPTED',
    raw: '',
    code: null,
    message: null,
    isSettled: true,
  });
});

test.each([true, false])('allowHighFees: %s reaches the node', async (allowHighFees) => {
  const sending = await open([node]);
  expect(await sending.send(HEX, allowHighFees)).toMatchObject({ state: 'PENDING' });
  expect(node.calls.at(-1)).toEqual({ method: 'sendrawtransaction', params: [HEX, allowHighFees] });
});

test('one that the node has already is a success and marked as not new, pending or mined', async () => {
  const sending = await open([node]);
  node.onLookUp = () => IN_POOL;
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'PENDING', isNew: false });
  // A refusal at that moment does not matter: the node has it.
  node.onSend = () => 'cut off';
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'PENDING', isNew: false });
  node.onLookUp = () => IN_BLOCK;
  const before = node.sent;
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'CONFIRMED', isNew: false });
  expect(node.sent).toBe(before);
});

test('two requests for one transaction at a time hand it over once, and one of them is answered that it is new', async () => {
  const sending = await open([node]);
  const send = () => sending.sender.send(VRSCTEST, { txid: TXID, raw: bytes });
  const sent = { kind: 'sent', isMined: false };
  expect(await Promise.all([send(), send()])).toEqual([
    { ...sent, isNew: true },
    { ...sent, isNew: false },
  ]);
  expect(node.sent).toBe(1);
});

test('one that stands in a block of ours is confirmed without a question to the node', async () => {
  const block = [...readRecording(MEMPOOL_RECORDING).blocks()].find(({ block }) =>
    (block.tx as { txid: string }[]).some(({ txid }) => txid === TXID),
  );
  if (block === undefined) throw new Error('the recording has not mined it');
  await apply(database.db, [normalizeBlock(block.block as never, VRSCTEST)]);
  const sending = await open([node]);
  const before = node.calls.length;
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'CONFIRMED', isNew: false });
  expect(node.calls).toHaveLength(before);
  expect(await readSubmission(database)).toBeNull();
});

test('each refusal of the recording has its typed code, and the words of the node stay in nodeError', async () => {
  const sending = await open([node]);
  const refused = readSendings().filter(
    ({ action, error, params }) =>
      error !== null && !/^(a number|null|no parameter)$/.test(action) && params.length === 1,
  );
  const found: Record<string, string> = {};
  for (const { action, params, error } of refused) {
    if (INVALID.includes(action) || error === null || error.code === -27) continue;
    node.onSend = () => error;
    const answer = await sending.send(String(params[0]));
    expect(answer).toMatchObject({ code: 'TRANSACTION_REJECTED', txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(answer.canRetry).toBe(RETRIED.includes(answer.rejection));
    expect(answer.message).toMatch(/^the node refuses the transaction: [a-z]/);
    const { nodeError, ...ours } = answer;
    expect(nodeError).toEqual(error);
    if (error.message !== '') expect(JSON.stringify(ours)).not.toContain(error.message);
    for (const internal of ['127.0.0.1', 'node-0']) expect(JSON.stringify(answer)).not.toContain(internal);
    found[action] = answer.rejection;
  }
  expect(found).toEqual(REJECTED);
});

test('a refusal is believed only if the node has the transaction nowhere', async () => {
  const sending = await open([node]);
  // The node answers "expiring" for one that it mined long ago, and finds it: docs/verus/sending.md.
  let asked = 0;
  node.onSend = () => ({ code: -26, message: 'tx-expiring-soon: expiryheight is 479 but should be at least 484' });
  node.onLookUp = () => {
    asked += 1;
    return asked === 1 ? { code: -5, message: 'none' } : IN_BLOCK;
  };
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'CONFIRMED', isNew: false });
  node.onSend = () => ({ code: -27, message: 'transaction already in block chain' });
  node.onLookUp = () => ({ code: -5, message: 'none' });
  expect(await sending.send(HEX)).toEqual({ txid: TXID, state: 'CONFIRMED', isNew: false });
  // A block that a reorganisation removed does not count.
  node.onSend = () => ({ code: -26, message: '16: bad-txns-inputs-missing' });
  node.onLookUp = () => IN_ORPHAN;
  expect(await sending.send(HEX)).toMatchObject({ rejection: 'INPUTS_MISSING' });
  expect(await readSubmission(database)).toEqual({
    state: 'REJECTED',
    raw: '',
    code: -26,
    message: '16: bad-txns-inputs-missing',
    isSettled: true,
  });
});

test('what no node would take is refused before a node or the database sees it', async () => {
  const sending = await open([node]);
  const before = node.calls.length;
  for (const action of INVALID) {
    const answer = await sending.send(hexOf(action));
    expect([action, answer]).toEqual([action, expect.objectContaining({ code: 'VALIDATION_ERROR', argument: 'hex' })]);
  }
  for (const hex of [`${HEX}00`, HEX.slice(1), HEX.slice(0, -2), ` ${HEX}`, '00'.repeat(2_000_001)]) {
    const answer = await sending.send(hex);
    expect(answer).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'hex' });
    expect(answer.message).not.toContain(hex.slice(0, 40));
  }
  expect(node.calls).toHaveLength(before);
  expect(await readSubmission(database)).toBeNull();
});

test('an unknown chain, and one of the other environment, is not found', async () => {
  const api = await openApi(database.db);
  const query = `mutation { sendTransaction(chainId: "${VRSCTEST}", hex: "${HEX}") { txid } }`;
  const { errors } = await api.query(query, {}, { environment: 'MAINNET' });
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  await api.close();
});

test('an installation that does not send refuses with that reason', async () => {
  const api = await openApi(database.db);
  const { errors } = await api.query(`mutation { sendTransaction(hex: "${HEX}") { txid } }`);
  expect(errors?.[0]).toMatchObject({
    message: 'this installation does not send transactions',
    extensions: { code: 'NODE_UNAVAILABLE', canRetry: false, txid: TXID },
  });
  await api.close();
});
