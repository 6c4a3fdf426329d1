import { Random } from '@ledgergraph/chain-generator/random';
import { BlockTree, ORDINARY_WORK, type TreeBlock } from '../chain/block-tree.ts';
import type { Act } from './act.ts';
import { drawActs } from './draw-acts.ts';
import { drawNodes, type NodePlan } from './draw-nodes.ts';
import { addPoolActs } from './draw-pool-acts.ts';
import { addRewinds } from './draw-rewinds.ts';
import { drawTips } from './draw-tips.ts';

export interface Seed {
  seed: number;
  rewinds: boolean;
}

export interface Plan {
  seed: number;
  tree: BlockTree;
  /** By tick; every service has to end with the last. */
  tips: readonly TreeBlock[];
  nodes: readonly NodePlan[];
  /** Their blocks never come; parents first. They can stay pending at the last tip. */
  beyond: readonly string[];
  acts: readonly (readonly Act[])[];
}

const BEYOND_BLOCKS = 3;

export const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

/** Rewinds change nothing else that is drawn. */
export function makePlan({ seed, rewinds }: Seed): Plan {
  const random = new Random(seed);
  const tree = new BlockTree(random.branch('chain'), CHAIN_ID);
  const nodeCount = random.pick([1, 2, 2, 3]);
  const tips = drawTips(random.branch('tips'), tree, nodeCount === 1);
  const nodes = drawNodes(random.branch('nodes'), tips, nodeCount);
  const beyond = drawBeyond(tree, tips.at(-1) ?? tree.genesis);
  const acts = drawActs(random.branch('acts'), tips.length, nodes);
  const withPool = addPoolActs(random.branch('pool'), acts, nodes, { tree, beyond });
  return { seed, tree, tips, nodes, beyond, acts: rewinds ? addRewinds(random.branch('rewinds'), withPool) : withPool };
}

/** Drawn last, for blocks that no node will stand on. */
function drawBeyond(tree: BlockTree, tip: TreeBlock): string[] {
  const txids: string[][] = [];
  let block = tree.extend(tip, { count: BEYOND_BLOCKS, work: ORDINARY_WORK });
  for (; block.parent !== null && block !== tip; block = block.parent) {
    txids.unshift(block.transactions.slice(1).map(({ txid }) => txid));
  }
  return txids.flat();
}
