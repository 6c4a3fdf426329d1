import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { exactJson, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { AuthenticationError, NoEndpointError, RpcTimeoutError, VerusRpcError, WarmingUpError } from './errors.ts';
import { VerusNode } from './node.ts';
import { NodePool } from './node-pool.ts';

const CREDENTIALS = { user: 'u', password: 'p' };
const DIR = recordingDir('vrsctest-a');
const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const opened: { close: () => Promise<void> }[] = [];

async function record(from: number | 'end'): Promise<RecordedNode> {
  const recorded = await startRecordedNode({ recordingDir: DIR, from, ...CREDENTIALS });
  opened.push({ close: () => recorded.stop() });
  return recorded;
}

function connect({ url }: RecordedNode, password = CREDENTIALS.password): VerusNode {
  const node = new VerusNode({ url, user: CREDENTIALS.user, password, timeoutMs: 30_000 });
  opened.push(node);
  return node;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

test('every block of a chain is read, each number in the daemon’s own text', async () => {
  const node = connect(await record('end'));
  const read = (
    await Promise.all([0, 200, 400, 600].map((from) => node.getBlocks(from, Math.min(from + 199, 667))))
  ).flat();
  const recorded = [...readRecording(DIR).blocks()];
  expect(read).toHaveLength(recorded.length);
  for (const [height, { block }] of recorded.entries()) {
    const [ours, theirs] = [read[height], block].map((one) => stringifyLossless(one ?? null));
    if (ours !== theirs) throw new Error(`block ${height} differs`);
  }
});

test('every call returns the node’s result, or its refusal', async () => {
  const node = connect(await record('end'));
  const tip = await node.getBestBlockHash();
  const block = await node.getBlock(tip);
  expect(await node.getBlockCount()).toBe(667);
  expect(await node.getBlockHash(667)).toBe(tip);
  expect(await node.getInfo()).toMatchObject({ chainid: CHAIN, blocks: 667, tiptime: 1795164345 });
  expect(await node.getBlockchainInfo()).toMatchObject({ bestblockhash: tip, chainwork: block.chainwork });
  expect(exactJson(await node.getIdentity('i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS'))).toMatchObject({ status: 'active' });
  expect(exactJson(await node.getCurrency('VRSCTEST'))).toMatchObject({ currencyid: CHAIN });
  const [coinbase] = Object(exactJson(block)).tx;
  expect(exactJson(await node.getRawTransaction(coinbase.txid))).toMatchObject({ height: 667, confirmations: 1 });
  await expect(node.getBlockHash(668)).rejects.toMatchObject({ code: -8 });
  await expect(node.getBlock('f'.repeat(64))).rejects.toMatchObject({ code: -5 });
  await expect(node.getIdentity('i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS', 172)).rejects.toThrow(VerusRpcError);
});

test.each(['warming-up', 'work-queue-full', 'reset', 'truncated'] as const)(
  'a node that is %s twice is asked a third time',
  async (kind) => {
    const recorded = await record('end');
    const node = connect(recorded);
    recorded.setFault({ kind, times: 2 });
    expect(await node.getBlocks(0, 3)).toHaveLength(4);
  },
);

test('wrong credentials are reported at once', async () => {
  const node = connect(await record('end'), 'wrong');
  await expect(node.getBlockCount()).rejects.toThrow(AuthenticationError);
});

test('a lagging or failing endpoint is left, and returned to when it is ahead again', async () => {
  const [first, second] = [await record(600), await record(600)];
  const endpoints = [first, second].map(({ url }, index) => ({ url, name: `node-${index}`, ...CREDENTIALS }));
  const pool = new NodePool({ chainId: CHAIN, endpoints });
  opened.push(pool);
  const chosen = async (): Promise<[string, number]> => {
    const { name, info } = await pool.survey();
    return [name, info.blocks];
  };
  expect(await chosen()).toEqual(['node-0', 600]);
  await second.advance(3);
  expect(await chosen()).toEqual(['node-1', 603]);
  second.setFault({ kind: 'warming-up' });
  expect(await chosen()).toEqual(['node-0', 600]);
  first.setFault({ kind: 'reset' });
  await expect(pool.survey()).rejects.toThrow(NoEndpointError);
  expect(pool.status().map(({ error }) => error instanceof WarmingUpError)).toEqual([false, true]);
  second.setFault(null);
  expect(await chosen()).toEqual(['node-1', 603]);
});

test('a node that falls silent in the middle of a call is left within five seconds', async () => {
  const [first, second] = [await record(600), await record(599)];
  const endpoints = [first, second].map(({ url }, index) => ({ url, name: `node-${index}`, ...CREDENTIALS }));
  const pool = new NodePool({ chainId: CHAIN, endpoints });
  opened.push(pool);
  const heavier = await pool.survey();
  expect(heavier.name).toBe('node-0');
  first.setFault({ kind: 'silent' });
  const startedAt = performance.now();
  await expect(heavier.use((node) => node.getBlocks(0, 10))).rejects.toThrow(RpcTimeoutError);
  const other = await pool.survey();
  expect(other.name).toBe('node-1');
  expect(await other.use((node) => node.getBlocks(0, 1))).toHaveLength(2);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  // From now on it delays no other node, and is used again when it answers.
  const surveys: number[] = [];
  for (let survey = 0; survey < 5; survey += 1) {
    const surveyedAt = performance.now();
    await pool.survey();
    surveys.push(performance.now() - surveyedAt);
  }
  // A busy machine may delay one of them; waiting for the silent node would delay each.
  expect(Math.min(...surveys)).toBeLessThan(1_000);
  first.setFault(null);
  await until(async () => (await pool.survey()).name === 'node-0');
});

test('a node that answers surveys but fails at calls comes after the others for a while', async () => {
  const [first, second] = [await record(600), await record(599)];
  const endpoints = [first, second].map(({ url }, index) => ({ url, name: `node-${index}`, ...CREDENTIALS }));
  const pool = new NodePool({ chainId: CHAIN, endpoints });
  opened.push(pool);
  expect((await pool.survey()).name).toBe('node-0');
  pool.avoidChosen();
  expect((await pool.survey()).name).toBe('node-1');
  await until(async () => (await pool.survey()).name === 'node-0');
  second.setFault({ kind: 'reset' });
  pool.avoidChosen();
  // A node that sometimes fails is better than none.
  expect((await pool.survey()).name).toBe('node-0');
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
