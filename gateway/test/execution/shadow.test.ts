import { hash } from 'node:crypto';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type ApolloUse, loadApollo } from '#/execution/apollo/load-apollo.ts';
import type { Runner } from '#/execution/valid-request.ts';
import { GatewayStand, TEST_CHAIN, tip } from '../gateway-stand.ts';
import { moveTip } from '../move-tip.ts';

type Run = Runner['run'];

let run: (apollo: Run) => Run;
const asIs = (apollo: Run): Run => apollo;

async function spoilt(use: Promise<ApolloUse | undefined>): Promise<ApolloUse | undefined> {
  const loaded = await use;
  if (loaded === undefined) throw new Error('it was not loaded');
  class Spoilt extends loaded.Executor {
    override run(...asked: Parameters<Run>) {
      return run((...others) => super.run(...others))(...asked);
    }
  }
  return { ...loaded, Executor: Spoilt };
}

const SETTINGS = { executor: 'ours', share: 1, timeoutMs: 1_000 } as const;
let stand: GatewayStand;
beforeEach(async () => {
  run = asIs;
  stand = new GatewayStand({ apollo: (options) => spoilt(loadApollo({ ...SETTINGS, ...options })) });
  await stand.start();
  const producer = { chainId: TEST_CHAIN, address: 'Ra', at: null };
  stand.subgraphs.blocks.resolvers = {
    Query: { block: () => ({ height: 1, hash: 'ab', producer }), mempool: () => ({ chainId: TEST_CHAIN, size: 1 }) },
  };
  stand.subgraphs.addresses.resolvers = { Address: { __resolveReference: () => ({ balance: '1.00000000' }) } };
});
afterEach(() => stand.stop());

const QUERY = 'query Mine($height: BigInt) { mine: block(height: $height) { hash producer { balance } } }';
const ask = () => stand.query(QUERY, { height: 4711 });
const NONE = { equal: 0, different: 0, dropped: 0, failed: 0 };

async function counted(counts: Partial<typeof NONE>): Promise<void> {
  const expected = { ...NONE, ...counts };
  const all = (of: typeof NONE): number => Object.values(of).reduce((sum, count) => sum + count, 0);
  await waitFor(() => all(stand.counts.shadow) >= all(expected), { what: 'the shadow to end' });
  expect(stand.counts.shadow).toEqual(expected);
}

function hold(): () => void {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  run = (apollo) => async (request, prepared) => {
    await held;
    return apollo(request, prepared);
  };
  return letGo;
}

test('what both executors answer alike is counted, at the same pins, by fetches of the gateway’s own', async () => {
  const { status } = await ask();
  expect(status).toBe(200);
  await counted({ equal: 1 });
  const { requests } = stand.subgraphs.blocks;
  expect(requests).toHaveLength(2);
  const [own, other] = requests.map(({ headers }) => headers);
  expect(other?.['x-ledgergraph-pins']).toBe(own?.['x-ledgergraph-pins']);
  expect(own?.['x-ledgergraph-team']).toBeDefined();
  expect(other?.['x-ledgergraph-team']).toBeUndefined();
});

test('errors are compared too, and equal ones are equal', async () => {
  stand.subgraphs.addresses.resolvers = { Address: { __resolveReference: () => ({ balance: null }) } };
  expect((await ask()).body.errors).toBeDefined();
  await counted({ equal: 1 });
});

test('a difference is counted and logged by hash and place, without variables, values and keys', async () => {
  run = (apollo) => async (request, prepared) => {
    const { data } = await apollo(request, prepared);
    return { data: JSON.parse(JSON.stringify(data).replace('1.00000000', '31337.00000000')) };
  };
  const { body } = await ask();
  expect(body.data).toEqual({ mine: { hash: 'ab', producer: { balance: '1.00000000' } } });
  await counted({ different: 1 });
  const lines = stand.logLines.filter((line) => line.includes('otherwise than ours'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { operation: hash('sha256', QUERY), path: ['data', 'mine', 'producer', 'balance'] },
  ]);
  for (const secret of ['4711', '31337', '1.00000000', stand.testKey]) expect(lines.join()).not.toContain(secret);
});

test('an executor that hangs or fails costs no caller anything, and its place is free again', async () => {
  run = () => () => new Promise(() => {});
  for (let call = 0; call < 2; call += 1) expect((await ask()).body.data).toBeDefined();
  await waitFor(() => stand.counts.shadow.failed === 2, { what: 'both to be given up' });
  run = () => () => Promise.reject(new Error('it broke'));
  expect((await ask()).status).toBe(200);
  await counted({ failed: 3 });
  run = asIs;
  await ask();
  await counted({ failed: 3, equal: 1 });
});

test('two run at a time, and others are dropped', async () => {
  const letGo = hold();
  for (let call = 0; call < 2; call += 1) await ask();
  await waitFor(() => stand.subgraphs.blocks.requests.length === 2, { what: 'two answers' });
  await ask();
  await ask();
  await waitFor(() => stand.counts.shadow.dropped > 0, { what: 'one to be dropped' });
  letGo();
  await waitFor(() => stand.counts.shadow.equal === 2, { what: 'two to be compared' });
  expect(stand.counts.shadow).toEqual({ ...NONE, equal: 2, dropped: 2 });
});

test('a mutation, what is asked of the schema or of the moment, and a long answer are not run again', async () => {
  await stand.query('mutation { sendTransaction(hex: "00") { txid } }');
  await stand.query('{ __schema { queryType { name } } }');
  await stand.query('{ mempool { size } }');
  await stand.query('{ nonsense }');
  await stand.query('query ($height: BigInt) { block(height: $height) { hash } }', { height: 1.5 });
  expect(stand.counts.shadow).toEqual(NONE);
  const long = 'x'.repeat(300_000);
  stand.subgraphs.blocks.resolvers = { Query: { block: () => ({ hash: long }) } };
  expect((await stand.query('{ block(height: 1) { hash } }')).status).toBe(200);
  await counted({ dropped: 1 });
});

test('an operation whose pins have moved before its answer has left is dropped', async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  stand.subgraphs.addresses.resolvers = { Address: { __resolveReference: () => held.then(() => ({ balance: '1' })) } };
  const answer = ask();
  await waitFor(() => stand.subgraphs.addresses.requests.length === 1, { what: 'the operation to be under way' });
  await moveTip(stand, tip(101));
  letGo();
  expect((await answer).status).toBe(200);
  await counted({ dropped: 1 });
});
