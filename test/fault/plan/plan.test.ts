import { checkContinuity } from '@ledgergraph/blocks/following/check-continuity';
import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import { outweighs } from '@ledgergraph/blocks/verus-rpc/chain-power';
import { type JsonObject, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { CHAIN_ID, makePlan, type Plan } from './plan.ts';

const draw = (seed: number): Plan => makePlan({ seed, rewinds: false });

const PLANS = Array.from({ length: 12 }, (_, index) => draw(index + 1));

const outline = ({ tips, nodes, acts }: Plan): unknown => ({ tips: tips.map(({ hash }) => hash), nodes, acts });
const power = ({ work, stake }: TreeBlock) => ({ chainwork: work.toString(16), chainstake: stake.toString(16) });

test('a seed gives the same chain, nodes and faults every time, and another seed others', () => {
  expect(outline(draw(5))).toEqual(outline(draw(5)));
  expect(outline(draw(5))).not.toEqual(outline(draw(6)));
});

test('every generated branch is a chain that the follower would accept', () => {
  for (const { tree, tips } of PLANS.slice(0, 3)) {
    for (const tip of tips) {
      const blocks = chainOf(tip).map(({ json }) => parseLossless(stringifyLossless(json)) as JsonObject);
      checkContinuity(
        null,
        blocks.map((block) => normalizeBlock(block, CHAIN_ID)),
      );
    }
    expect(new Set(tree.blocks.map(({ hash }) => hash)).size).toBe(tree.blocks.length);
  }
});

test('where several nodes have to agree, every tip outweighs the one before, and all leaders end on the last', () => {
  for (const { tips, nodes } of PLANS.filter((plan) => plan.nodes.length > 1)) {
    for (const [index, tip] of tips.slice(1).entries()) {
      const before = tips[index];
      expect(before === undefined || tip.hash === before.hash || outweighs(power(tip), power(before))).toBe(true);
    }
    const leaders = nodes.filter(({ kind }) => kind === 'leading');
    expect(leaders.length).toBeGreaterThan(0);
    for (const { tips: own } of leaders) expect(own.at(-1)).toBe(tips.at(-1)?.hash);
  }
});

test('the seeds meet what they are for', () => {
  const plans = [...PLANS, ...Array.from({ length: 48 }, (_, index) => draw(index + 13))];
  const depths = plans.flatMap(({ tips }) =>
    tips.slice(1).map((tip, index) => {
      const kept = new Set(chainOf(tip));
      return chainOf(tips[index] ?? tip).filter((block) => !kept.has(block)).length;
    }),
  );
  for (const depth of [1, 99, 149, 150]) expect(depths).toContain(depth);
  const lower = plans.some(({ tips }) => tips.some((tip, index) => tip.height < (tips[index - 1]?.height ?? 0)));
  expect(lower).toBe(true);
  const acts = plans.flatMap(({ acts: all }) => all.flat());
  const met = new Set(
    acts.map((act) =>
      act.kind === 'rpc-fault' ? act.fault.kind : act.kind === 'database' ? `database-${act.how}` : act.kind,
    ),
  );
  const wanted = [
    ...['await-tip', 'pause', 'kill', 'freeze', 'stop-node', 'start-node', 'latency', 'messages', 'cut-broker'],
    ...['wipe-broker', 'database-cut', 'database-restart', 'database-kill', 'warming-up', 'work-queue-full', 'reset'],
    ...['truncated', 'malformed', 'damaged', 'rpc-error', 'silent', 'drop-pool', 'enter-pool', 'await-pool'],
  ];
  expect([...met].sort()).toEqual(wanted.sort());
  expect(new Set(plans.flatMap(({ nodes }) => nodes.map(({ kind }) => kind)))).toEqual(
    new Set(['leading', 'lagging', 'forked', 'foreign']),
  );
  const killed = new Set(acts.flatMap((act) => (act.kind === 'kill' ? [act.process] : [])));
  expect(killed.size).toBe(15);
  const shared = plans.some(({ tree }) => {
    const bodies = tree.blocks.flatMap(({ transactions }) => transactions.slice(1).map(({ txid }) => txid));
    return new Set(bodies).size < bodies.length;
  });
  expect(shared).toBe(true);
});
