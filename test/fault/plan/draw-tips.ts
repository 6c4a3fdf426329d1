import { outweighs } from '@ledgergraph/blocks/verus-rpc/chain-power';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BlockTree, ORDINARY_WORK, type TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';

/** The protocol allows 99 on ordinary chains, 149 on fast ones. */
const EDGE_DEPTHS = [99, 100, 148, 149, 150];
const BLOCKS_MAX = 420;

/** Each branch outweighs the one it replaces; with `mayInvalidate` a lighter one may come, as after invalidateblock. */
export function drawTips(random: Random, tree: BlockTree, mayInvalidate: boolean): TreeBlock[] {
  const trunk = tree.extend(tree.genesis, { count: drawTrunk(random), work: ORDINARY_WORK });
  const line = chainOf(trunk);
  const tips = [line[random.integer(1, line.length - 1)] ?? trunk, trunk];
  for (let moves = random.integer(2, 5); moves > 0 && tree.blocks.length < BLOCKS_MAX; moves -= 1) {
    const tip = tips.at(-1) ?? trunk;
    const move = random.fraction();
    if (move < 0.3) tips.push(...grow(random, tree, tip));
    else if (move < 0.75) tips.push(reorganise(random, tree, tip));
    else if (move < 0.92 || !mayInvalidate) tips.push(...swing(random, tree, tip));
    else tips.push(invalidate(random, tree, tip));
  }
  return tips;
}

function drawTrunk(random: Random): number {
  const kind = random.fraction();
  if (kind < 0.55) return random.integer(5, 40);
  return kind < 0.85 ? random.integer(60, 170) : random.integer(205, 260);
}

function grow(random: Random, tree: BlockTree, tip: TreeBlock): TreeBlock[] {
  const tips: TreeBlock[] = [];
  for (let blocks = random.integer(1, 4); blocks > 0; blocks -= 1) {
    tips.push(tree.extend(tips.at(-1) ?? tip, { count: random.pick([1, 1, 1, 2, 5]), work: ORDINARY_WORK }));
  }
  return tips;
}

function drawDepth(random: Random, tip: TreeBlock): number {
  const kind = random.fraction();
  const wanted =
    kind < 0.4
      ? random.integer(1, 3)
      : kind < 0.7
        ? random.integer(4, 30)
        : kind < 0.9
          ? random.pick(EDGE_DEPTHS)
          : tip.height;
  return Math.min(wanted, tip.height);
}

function reorganise(random: Random, tree: BlockTree, tip: TreeBlock): TreeBlock {
  const depth = drawDepth(random, tip);
  const { base, removed } = stepDown(tip, depth);
  const reuse = random.chance(0.8) ? removed.flatMap(({ transactions }) => transactions.slice(1)) : [];
  const count = random.chance(0.35) ? random.integer(1, depth) : depth + random.integer(1, 3);
  // The replaced weight, spread over fewer blocks.
  const work = (ORDINARY_WORK * BigInt(depth)) / BigInt(count) + ORDINARY_WORK / 2n;
  return untilHeavier(tree, tree.extend(base, { count, work, reuse }), tip);
}

/** A revert during another revert, twice at most. */
function swing(random: Random, tree: BlockTree, tip: TreeBlock): TreeBlock[] {
  const rival = reorganise(random, tree, tip);
  const tips = [rival];
  let [leading, left] = [rival, tip];
  for (let turns = random.integer(1, 3); turns > 0; turns -= 1) {
    [leading, left] = [untilHeavier(tree, tree.extend(left, { count: 1, work: ORDINARY_WORK }), leading), leading];
    tips.push(leading);
  }
  return tips;
}

/** Only the node itself reports that it left the other. */
function invalidate(random: Random, tree: BlockTree, tip: TreeBlock): TreeBlock {
  const { base } = stepDown(tip, Math.min(random.integer(2, 10), tip.height));
  return tree.extend(base, { count: 1, work: ORDINARY_WORK });
}

function untilHeavier(tree: BlockTree, branch: TreeBlock, rival: TreeBlock): TreeBlock {
  let tip = branch;
  while (!outweighs(powerOf(tip), powerOf(rival))) tip = tree.extend(tip, { count: 1, work: ORDINARY_WORK * 2n });
  return tip;
}

function powerOf({ work, stake }: TreeBlock): { chainwork: string; chainstake: string } {
  return { chainwork: work.toString(16), chainstake: stake.toString(16) };
}

function stepDown(tip: TreeBlock, depth: number): { base: TreeBlock; removed: TreeBlock[] } {
  const removed: TreeBlock[] = [];
  let base = tip;
  while (removed.length < depth && base.parent !== null) {
    removed.push(base);
    base = base.parent;
  }
  return { base, removed: removed.reverse() };
}
