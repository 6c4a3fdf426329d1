import type { Random } from '@ledgergraph/chain-generator/random';
import { type BlockTree, ORDINARY_WORK, type TreeBlock } from '../../fault/chain/block-tree.ts';

const BACKFILL_BLOCKS = 1_500;
const LIVE_TICKS = 250;
/** Ticks at its multiples reorganise. */
export const REORG_EVERY = 12;
const DEPTH_MAX = 5;

export function growChain(tree: BlockTree, random: Random): TreeBlock[] {
  const tips = [tree.extend(tree.genesis, { count: BACKFILL_BLOCKS, work: ORDINARY_WORK, isStraight: true })];
  for (let tick = 1; tick < LIVE_TICKS; tick += 1) {
    const tip = tips.at(-1) as TreeBlock;
    const depth = tick % REORG_EVERY === 0 ? random.integer(1, DEPTH_MAX) : 0;
    let from = tip;
    for (let down = 0; down < depth; down += 1) from = from.parent ?? from;
    tips.push(tree.extend(from, { count: depth + 1, work: ORDINARY_WORK }));
  }
  return tips;
}
