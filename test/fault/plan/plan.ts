import { Random } from '@ledgergraph/generators/random';
import { BlockTree } from '../chain/block-tree.ts';
import type { TreeBlock } from '../chain/build-block.ts';
import type { Act } from './act.ts';
import { drawActs } from './draw-acts.ts';
import { drawNodes, type NodePlan } from './draw-nodes.ts';
import { addPoolActs } from './draw-pool-acts.ts';
import { drawTips } from './draw-tips.ts';

/** Everything that a seed decides, before anything runs. */
export interface Plan {
  seed: number;
  tree: BlockTree;
  /** Tips that the network agrees on, tick by tick; every service has to end with the last. */
  tips: readonly TreeBlock[];
  nodes: readonly NodePlan[];
  /** Acts after each tick. */
  acts: readonly (readonly Act[])[];
}

export const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

export function makePlan(seed: number): Plan {
  const random = new Random(seed);
  const tree = new BlockTree(random.branch('chain'), CHAIN_ID);
  const nodeCount = random.pick([1, 2, 2, 3]);
  const tips = drawTips(random.branch('tips'), tree, nodeCount === 1);
  const nodes = drawNodes(random.branch('nodes'), tips, nodeCount);
  const acts = drawActs(random.branch('acts'), tips.length, nodes);
  return { seed, tree, tips, nodes, acts: addPoolActs(random.branch('pool'), acts, nodes, tree) };
}
