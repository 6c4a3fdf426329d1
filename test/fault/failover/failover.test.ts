import { Random } from '@ledgergraph/chain-generator/random';
import { BlockTree, ORDINARY_WORK, type TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { askStage, waitForTip } from '../stage/ask-stage.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';

const SWITCH_MS = 5_000;
/** The travel time of a block is no part of a switch; twice leaves room for a busier machine. */
const TRAVELS = 2;
const START = 30;

let stage: Stage;
let chain: OpenChain;

// Each node stands on the block of its own tick.
const tree = new BlockTree(new Random(1), CHAIN_ID);
const trunk = tree.extend(tree.genesis, { count: START, work: ORDINARY_WORK });
const tip = tree.extend(trunk, { count: 30, work: ORDINARY_WORK });
// As high as the tip of the first half, and lighter.
const rival = tree.extend(trunk, { count: 40, work: ORDINARY_WORK / 4n });
const main = chainOf(tip).slice(START);
const rivals = [trunk, ...chainOf(rival).slice(START + 1)].slice(0, main.length);
const hashes = (blocks: readonly TreeBlock[]): string[] => blocks.map(({ hash }) => hash);

beforeAll(async () => {
  stage = await startStage(new Random(1));
  const follower = { kind: 'leading', tips: hashes(main) } as const;
  chain = await openChain(stage, {
    seed: 0,
    tree,
    tips: main,
    nodes: [follower, follower, { kind: 'forked', tips: hashes(rivals) }, { kind: 'foreign', tips: hashes(main) }],
  });
  await waitForTip(stage, hashAt(0));
});

afterAll(async () => {
  await chain?.close();
  await stage?.stop();
});

const node = (index: number): OpenChain['nodes'][number] => {
  const found = chain.nodes[index];
  if (found === undefined) throw new Error(`there is no node ${index}`);
  return found;
};
const hashAt = (tick: number): string => main[tick]?.hash ?? '';
const lastReorg = async (): Promise<unknown> =>
  (await askStage(stage, '{ syncState { lastReorg { depth } } }')).data.syncState.lastReorg;

test.each([
  ['stops', 1, async () => node(0).goAway()],
  ['hangs', 3, async () => node(0).setFault({ kind: 'silent' })],
  ['is starting', 5, async () => node(0).setFault({ kind: 'warming-up' })],
  ['answers nonsense', 7, async () => node(0).setFault({ kind: 'malformed' })],
] as const)(
  'when the node %s another takes over within five seconds, and it is returned to',
  async (_how, tick, fail) => {
    await node(0).moveTo(tick);
    const withinMs = SWITCH_MS + TRAVELS * (await waitForTip(stage, hashAt(tick)));
    await fail();
    await node(1).moveTo(tick + 1);
    expect(await waitForTip(stage, hashAt(tick + 1))).toBeLessThan(withinMs);

    await node(0).comeBack();
    node(0).setFault(null);
    await node(0).moveTo(tick + 2);
    expect(await waitForTip(stage, hashAt(tick + 2))).toBeLessThan(withinMs);
    expect(await lastReorg()).toBeNull();
  },
);

test('nodes that lag, stand on a lighter fork or serve another chain are no reason to leave the chain', async () => {
  const known = 12;
  await node(0).moveTo(known);
  const withinMs = SWITCH_MS + TRAVELS * (await waitForTip(stage, hashAt(known)));
  await node(0).goAway();
  // Node 1 is behind, node 2 is on a lighter branch, node 3 is no node of this chain.
  await node(2).moveTo(known + 3);
  const startedAt = performance.now();
  while (performance.now() - startedAt < 4_000) {
    const { chains, data } = await askStage(stage, '{ syncState { lastReorg { depth } } }');
    expect([chains[0]?.hash, data.syncState.lastReorg]).toEqual([hashAt(known), null]);
  }
  await node(1).moveTo(known + 1);
  expect(await waitForTip(stage, hashAt(known + 1))).toBeLessThan(withinMs);
  await node(0).comeBack();
  await node(0).moveTo(known + 5);
  expect(await waitForTip(stage, hashAt(known + 5))).toBeLessThan(withinMs);
  expect(await lastReorg()).toBeNull();
  expect(stage.unexpectedEnds).toEqual([]);
});
