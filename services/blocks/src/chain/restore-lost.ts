import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { findMainAncestor, isKnown } from '#/db/main-chain.ts';
import type { ReadBlock } from '#/indexing/read-blocks.ts';
import type { ChainNode } from './chain-node.ts';

/** Blocks that are read again at most. A failover loses a few. */
const LOST_MAX = 1_000;

/** Blocks that our chain has lost, lowest first, and the block of our chain that they follow; null: the first one is genesis. */
export interface LostBlocks {
  keep: BlockPlace | null;
  blocks: readonly ReadBlock[];
}

/**
 * Finds the blocks up to our former tip that our database has lost, as after a failover to a replica that lacked them, if the node has
 * left them for another branch meanwhile. No other way leads back to them, and consumers and cursors stand on them.
 * @param formerTip the block that this process applied last
 * @returns null where nothing was lost, where the node's branch holds it, and where the node cannot give it
 */
export async function findLostBlocks(
  db: SqlExecutor,
  chainId: string,
  node: ChainNode,
  formerTip: BlockPlace,
): Promise<LostBlocks | null> {
  if (await isKnown(db, chainId, formerTip.hash)) return null;
  if (!(await node.hasAbandoned(formerTip.hash))) return null;
  const blocks: ReadBlock[] = [];
  for (let hash = formerTip.hash; blocks.length < LOST_MAX; ) {
    const ancestor = await findMainAncestor(db, chainId, hash);
    if (ancestor?.hash === hash) return { keep: ancestor, blocks: blocks.reverse() };
    const read = await node.readBlock(hash);
    if (read === null) return null;
    blocks.push(read);
    if (read.block.height === 0) return { keep: null, blocks: blocks.reverse() };
    hash = hex(read.block.previousHash);
  }
  return null;
}
