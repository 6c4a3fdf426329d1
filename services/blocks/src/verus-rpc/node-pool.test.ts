import { waitForEqual } from '@ledgergraph/test-kit/wait-for';
import { NoEndpointError, WarmingUpError, WrongChainError } from './errors.ts';
import { NodePool } from './node-pool.ts';
import { type Answer, failure, result, ScriptedNode } from './scripted-node.ts';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const hex = (value: number): string => value.toString(16).padStart(64, '0');

function info(height: number, options: { chainid?: string; work?: number; stake?: number } = {}): Answer {
  return result(
    JSON.stringify({
      chainid: options.chainid ?? CHAIN,
      name: 'VRSCTEST',
      blocks: height,
      headers: height,
      bestblockhash: hex(height),
      chainwork: hex(options.work ?? height),
      chainstake: hex(options.stake ?? height),
    }),
  );
}

const opened: { stop: () => Promise<void> }[] = [];

async function poolOf(...nodes: Answer[][]): Promise<NodePool> {
  const servers = await Promise.all(nodes.map((answers) => ScriptedNode.start(...answers)));
  const pool = new NodePool({
    chainId: CHAIN,
    endpoints: servers.map((server, index) => ({ url: server.url, user: 'u', password: 'p', name: `node-${index}` })),
  });
  opened.push(...servers, { stop: () => pool.close() });
  return pool;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.stop()));
});

test('the heaviest chain wins, not the longest', async () => {
  const pool = await poolOf([info(100, { work: 10, stake: 10 })], [info(99, { work: 11, stake: 10 })]);
  expect((await pool.survey()).name).toBe('node-1');
});

test('work and stake count alike', async () => {
  const pool = await poolOf([info(9, { work: 100, stake: 10 })], [info(9, { work: 90, stake: 20 })]);
  expect((await pool.survey()).name).toBe('node-1');
});

test('the node in use stays among equal ones', async () => {
  const pool = await poolOf([info(5), info(5), info(6), info(6)], [info(5), info(6), info(6), info(6)]);
  const names: string[] = [];
  for (let survey = 0; survey < 4; survey += 1) names.push((await pool.survey()).name);
  expect(names).toEqual(['node-0', 'node-1', 'node-1', 'node-1']);
});

test('a node that fails, warms up or serves another chain is passed over with its reason', async () => {
  const pool = await poolOf([failure(-28, 'Loading...')], [info(7, { chainid: 'iOther' })], [info(3)]);
  expect((await pool.survey()).name).toBe('node-2');
  expect(pool.status().map((status) => status.error?.constructor)).toEqual([
    WarmingUpError,
    WrongChainError,
    undefined,
  ]);
  expect(pool.status().map((status) => status.chosen)).toEqual([false, false, true]);
});

test('the last answer of each node stands while a survey runs, also one that came too late for its survey', async () => {
  let answerLate = (): void => {};
  const asked = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  const late: Answer = (...call) => void asked.then(() => info(6)(...call));
  const silent: Answer = () => undefined;
  const pool = await poolOf([info(5), silent], [late, failure(-28, 'Loading...')]);
  const heights = (): (number | undefined)[] => pool.status().map((status) => status.info?.blocks);
  expect((await pool.survey()).name).toBe('node-0');
  expect(heights()).toEqual([5, undefined]);
  answerLate();
  await waitForEqual(heights, [5, 6], { what: 'the late answer' });
  const survey = pool.survey();
  expect(heights()).toEqual([5, 6]);
  await expect(survey).rejects.toBeInstanceOf(NoEndpointError);
  expect(heights()).toEqual([undefined, undefined]);
});

test('a node that comes back is taken again', async () => {
  const pool = await poolOf([failure(-28, 'Loading...'), info(9)], [info(8)]);
  expect((await pool.survey()).name).toBe('node-1');
  expect((await pool.survey()).name).toBe('node-0');
});

test('when no node answers, the error has the reason of each', async () => {
  const pool = await poolOf([failure(-28, 'Loading...')], [info(7, { chainid: 'iOther' })]);
  const error = await pool.survey().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(NoEndpointError);
  expect((error as NoEndpointError).causes).toHaveLength(2);
});
