import { hex } from '@ledgergraph/chain-kit/hex';
import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decodeTransactionHex, TransactionDecodeError } from '@ledgergraph/verus-protocol/raw-transaction';
import { listUtxos } from '#/db/list-utxos.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';

const MATURITY = 100;
const ALL = 1_000_000;
const PREMATURE = /premature-spend-of-coinbase/;
/** Only these refusals depend on an input and the state of the chain. */
const MISSING = /inputs-missing|bad-txns-inputs-spent/;

interface Send {
  action: string;
  height: number;
  inputs: { txid: string; vout: number }[];
  refusal: string | null;
  pool: readonly string[];
}

const BLOCKS = readNormalizedBlocks('mempool-a');
const HEIGHTS = new Map(BLOCKS.map(({ hash, height }) => [hex(hash), height]));
const OUTPUTS: ReadonlyMap<string, readonly string[]> = new Map(
  BLOCKS.flatMap(({ transactions }) =>
    transactions.flatMap(({ txid, outputs }) =>
      outputs.map(({ index, addresses }) => [`${hex(txid)}:${index}`, addresses] as const),
    ),
  ),
);

function readRecording() {
  const sends: Send[] = [];
  const outputs: { name: string; height: number; isUnspent: boolean }[] = [];
  let [action, height, pool]: [string, number | undefined, string[]] = ['', undefined, []];
  for (const line of readLines(recordingDir('mempool-a'), 'events.jsonl.gz')) {
    const { method, params, result, error, ...event } = JSON.parse(line);
    if (event.action !== undefined) action = event.action;
    if (method === 'getbestblockhash') height = HEIGHTS.get(result);
    if (event.zmq === 'hashblock') height = HEIGHTS.get(event.body);
    if (method === 'getrawmempool' && params.length === 0) pool = result;
    if (height === undefined) continue;
    if (method === 'sendrawtransaction') {
      const inputs = readInputs(params[0]);
      if (inputs.length > 0) sends.push({ action, height, inputs, refusal: error?.message ?? null, pool });
      if (error == null) pool = [...pool, result];
    }
    if (method === 'gettxout' && params[2] === false) {
      outputs.push({ name: `${params[0]}:${params[1]}`, height, isUnspent: result !== null });
    }
  }
  return { sends, outputs };
}

function readInputs(raw: unknown): Send['inputs'] {
  try {
    return decodeTransactionHex(String(raw)).transaction.inputs.map(({ txid, vout }) => ({ txid, vout }));
  } catch (error) {
    if (error instanceof TransactionDecodeError) return [];
    throw error;
  }
}

const { sends, outputs } = readRecording();
let database: AddressDatabase;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(BLOCKS);
});
afterAll(() => database.close());

/** Undefined where it is not among the unspent outputs of its address. */
async function find(name: string, height: number) {
  const [address] = OUTPUTS.get(name) ?? [];
  if (address === undefined) return undefined;
  const key = { chainId: VRSCTEST, address, height, matureHeight: height + 1 - MATURITY };
  const page = { currencyId: null, spendableOnly: false, limit: ALL, after: null };
  return (await listUtxos(database.db, [key], page)).find(({ txid, vout }) => `${txid}:${vout}` === name);
}

test('every input that the recorded node took was spendable or stood in its pool, and what it called premature was not', async () => {
  const counts = { accepted: 0, premature: 0, missing: 0 };
  for (const { action, height, inputs, refusal, pool } of sends) {
    const found = await Promise.all(
      inputs.map(async ({ txid, vout }) => ({ txid, utxo: await find(`${txid}:${vout}`, height) })),
    );
    const states = found.map(({ txid, utxo }) => {
      if (utxo === undefined) return pool.includes(txid) ? 'in the pool' : 'missing';
      // Only updates of the identity spend a protocol output.
      if (utxo.kind === 'identityprimary') return utxo.spendable ? 'wrong' : 'of the protocol';
      return utxo.spendable ? 'spendable' : 'waits';
    });
    if (refusal === null) {
      counts.accepted += 1;
      const fit = ['spendable', 'in the pool', 'of the protocol'];
      expect([action, states.filter((state) => !fit.includes(state))]).toEqual([action, []]);
      expect(found.filter(({ utxo }) => utxo != null && utxo.unlockHeight !== null)).toEqual([]);
    } else if (PREMATURE.test(refusal)) {
      counts.premature += 1;
      expect([action, states]).toEqual([action, ['waits']]);
      const [{ utxo } = { utxo: undefined }] = found;
      expect(Number(utxo?.unlockHeight)).toBe((utxo?.height ?? 0) + MATURITY);
      expect(Number(utxo?.unlockHeight)).toBeGreaterThan(height + 1);
    } else if (MISSING.test(refusal) && !/in the pool/.test(action)) {
      counts.missing += 1;
      expect([action, states]).toContainEqual(expect.arrayContaining(['missing']));
    }
  }
  expect(counts.accepted).toBeGreaterThan(10);
  expect(counts.premature).toBe(1);
  expect(counts.missing).toBeGreaterThan(2);
});

test('an output is among our unspent ones exactly while gettxout of the recorded node has it', async () => {
  const counts = { unspent: 0, spent: 0 };
  const asked = new Map(outputs.map((one) => [`${one.height} ${one.name}`, one]));
  for (const { name, height, isUnspent } of asked.values()) {
    if (!OUTPUTS.has(name)) continue;
    expect([name, height, (await find(name, height)) !== undefined]).toEqual([name, height, isUnspent]);
    counts[isUnspent ? 'unspent' : 'spent'] += 1;
  }
  expect(counts.unspent).toBeGreaterThan(20);
  expect(counts.spent).toBeGreaterThan(20);
});
