import { hex } from '@ledgergraph/chain-kit/hex';
import { readRecording } from '@ledgergraph/recorded-node/recording';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { normalizeBlock } from '#/following/normalize-block.ts';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { hexOf, MEMPOOL_RECORDING } from './mempool-events.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openSending } from './open-sending.ts';
import { SendingNode } from './sending-node.ts';

const { transaction: PAYMENT } = decodeTransactionHex(hexOf('a payment'));
const [SPENT] = PAYMENT.inputs;
if (SPENT === undefined) throw new Error('the recorded payment spends nothing');
const UNKNOWN = { txid: 'ee'.repeat(32), vout: 0 };

/** The node has forgotten the parent, or has never known it. */
const MISSING = { code: -26, message: '16: bad-txns-inputs-missing' };

let database: TestDatabase;
let node: SendingNode;
let sending: Awaited<ReturnType<typeof openSending>>;
beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  node = await SendingNode.start();
  node.onSend = () => MISSING;
  sending = await openSending(database, [node]);
});
afterEach(async () => {
  await sending.close();
  await node.stop();
  await database.close();
});

function blocksOfPayment() {
  const blocks = [...readRecording(MEMPOOL_RECORDING).blocks()].map(({ block }) => block as never as RecordedBlock);
  const at = blocks.findIndex(({ tx }) => tx.some(({ txid }) => txid === PAYMENT.txid));
  if (at < 1) throw new Error('the recording has not mined the payment');
  return blocks.slice(at - 1, at + 1).map((block) => normalizeBlock(block as never, VRSCTEST));
}

interface RecordedBlock {
  tx: { txid: string }[];
}

const reversed = (hash: string): string => Buffer.from(hash, 'hex').reverse().toString('hex');
const littleEndian = (value: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
};

function spending(...inputs: { txid: string; vout: number }[]): string {
  const written = inputs.map(({ txid, vout }) => `${reversed(txid)}${littleEndian(vout)}00ffffffff`);
  const output = '010000000000000000';
  return [
    '0400008085202f89',
    inputs.length.toString(16).padStart(2, '0'),
    ...written,
    `01${output}`,
    '0000000000000000',
    '0000000000000000',
    '000000',
  ].join('');
}

const spent = { code: 'TRANSACTION_REJECTED', rejection: 'INPUTS_SPENT', canRetry: false };
const missing = { code: 'TRANSACTION_REJECTED', rejection: 'INPUTS_MISSING', canRetry: true };

test('a coin that a block of ours spent is spent, whatever the node has forgotten, and the spender is named', async () => {
  await apply(database.db, blocksOfPayment());
  expect(await sending.send(spending(SPENT))).toMatchObject({ ...spent, conflictsWith: [PAYMENT.txid] });
});

test('one spent input is enough, beside unknown ones and before them; each spender is named once', async () => {
  await apply(database.db, blocksOfPayment());
  for (const inputs of [[UNKNOWN, SPENT], [SPENT, UNKNOWN], PAYMENT.inputs]) {
    expect(await sending.send(spending(...inputs))).toMatchObject({ ...spent, conflictsWith: [PAYMENT.txid] });
  }
});

test('a spend that a reorganisation takes back does not count, until it is mined again', async () => {
  const blocks = blocksOfPayment();
  await apply(database.db, blocks);
  await revert(database.db, Number(blocks[0]?.height));
  expect(await sending.send(spending(SPENT))).not.toHaveProperty('conflictsWith');
  expect(await sending.send(spending(SPENT))).toMatchObject(missing);
  await apply(database.db, blocks.slice(1));
  expect(await sending.send(spending(SPENT))).toMatchObject({ ...spent, conflictsWith: [PAYMENT.txid] });
});

test('an output that a known transaction does not have cannot arrive', async () => {
  await apply(database.db, blocksOfPayment());
  const { txid, outputs } = PAYMENT;
  for (const vout of [outputs.length, 2 ** 31, 2 ** 32 - 1]) {
    const answer = await sending.send(spending({ txid, vout }));
    expect(answer).toMatchObject(spent);
    expect(answer).not.toHaveProperty('conflictsWith');
  }
});

test('what our blocks do not know, or know as unspent, may still arrive at the node', async () => {
  const blocks = blocksOfPayment();
  await apply(database.db, blocks);
  // Nothing can have spent the coinbase of the last block.
  const coinbase = blocks.at(-1)?.transactions[0]?.txid ?? new Uint8Array();
  const unspent = { txid: hex(coinbase), vout: 0 };
  for (const inputs of [[UNKNOWN], [unspent], [unspent, UNKNOWN], [{ ...UNKNOWN, vout: 2 ** 32 - 1 }]]) {
    const answer = await sending.send(spending(...inputs));
    expect(answer).toMatchObject(missing);
    expect(answer).not.toHaveProperty('conflictsWith');
  }
});

test('the spender is named also where the node itself reports that the coin is spent', async () => {
  await apply(database.db, blocksOfPayment());
  node.onSend = () => ({ code: -26, message: '18: bad-txns-inputs-spent' });
  expect(await sending.send(spending(SPENT))).toMatchObject({ ...spent, conflictsWith: [PAYMENT.txid] });
});

test('no other refusal asks for the inputs', async () => {
  await apply(database.db, blocksOfPayment());
  node.onSend = () => ({ code: -26, message: '16: bad-txns-inputs-spent' });
  const answer = await sending.send(spending(SPENT));
  expect(answer).toMatchObject({ rejection: 'INPUTS_SPENT_PENDING', canRetry: true });
  expect(answer).not.toHaveProperty('conflictsWith');
});
