import { advanceCursor, isEmptyAbove, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { orphanBlocksAbove, upsertMainBlocks } from '#/db/block-rows.ts';
import { findNodeTip, saveNotarizedHash } from '#/db/node-tip.ts';
import { insertOutbox } from '#/db/outbox-rows.ts';
import { leaveIntoBlocks, returnFromBlocks } from '#/db/pool-blocks.ts';
import { insertReorg } from '#/db/reorg-rows.ts';
import { deleteSpendsAbove, insertSpends } from '#/db/spend-rows.ts';
import { insertTransactions } from '#/db/transaction-rows.ts';
import { finalizedHeight } from '#/progress/finalized-height.ts';
import type { FollowedBlock } from './followed-block.ts';

/** A branch of our main chain that the node's branch replaces. */
export interface ReplacedBranch {
  /** Our last block. */
  oldTip: BlockPlace;
  /** The last block of the node's branch that its notary chain confirmed. Null if there is none. */
  notarizedHash: string | null;
}

/**
 * Writes consecutive blocks behind the cursor: rows, outbox, what leaves the pool into them, and cursor, all in the caller's transaction.
 * @param parent block at the cursor; null: nothing is applied yet
 * @throws CursorMovedError
 */
export async function applyBlocks(
  tx: SqlExecutor,
  chainId: string,
  parent: BlockPlace | null,
  followed: readonly FollowedBlock[],
): Promise<void> {
  const blocks = followed.map(({ block }) => block);
  await advanceCursor(
    tx,
    chainId,
    parent,
    blocks.map((block) => ({ height: block.height, hash: hex(block.hash), time: Number(block.time) })),
  );
  // Blocks that a reorganisation removed keep their rows, and may come back.
  const areNew = await isEmptyAbove(tx, { table: 'block', chainId, height: parent?.height ?? -1 }, blocks.length);
  await upsertMainBlocks(tx, followed, areNew);
  await insertTransactions(
    tx,
    blocks.flatMap(({ transactions }) => transactions),
    areNew,
  );
  await insertSpends(tx, followed);
  await leaveIntoBlocks(tx, chainId, blocks);
  await insertOutbox(tx, blocks);
}

/**
 * Takes our branch above the fork off the main chain and records the reorganisation, in the caller's transaction.
 * @param fork the last block that both branches share; null: none
 * @param newTip the last block that the caller applies in this transaction
 * @returns number of removed blocks that had been final
 */
export async function replaceBranch(
  tx: SqlExecutor,
  chainId: string,
  { oldTip, notarizedHash }: ReplacedBranch,
  fork: BlockPlace | null,
  newTip: BlockPlace,
): Promise<number> {
  const forkHeight = fork?.height ?? -1;
  // This comes before the revert: the notarized block is looked up on the main chain as it still is.
  const finalHeight = await findFinalizedHeight(tx, chainId, oldTip.height);
  const finalBlocks = Math.max((finalHeight ?? -1) - forkHeight, 0);
  await revertBlocks(tx, chainId, oldTip, forkHeight);
  await insertReorg(tx, chainId, {
    forkHeight,
    depth: oldTip.height - forkHeight,
    oldTipHash: oldTip.hash,
    newTipHash: newTip.hash,
    finalBlocks,
  });
  await saveNotarizedHash(tx, chainId, notarizedHash);
  return finalBlocks;
}

async function findFinalizedHeight(tx: SqlExecutor, chainId: string, tipHeight: number): Promise<number | null> {
  const network = (await listNetworks(tx)).find((each) => each.chainId === chainId);
  if (network === undefined) return null;
  const nodeTip = await findNodeTip(tx, chainId);
  return finalizedHeight(tipHeight, network.finalityDepth, nodeTip?.notarizedHeight ?? null);
}

/**
 * Takes the blocks above a height off the main chain, in the caller's transaction. They stay readable by hash.
 * @param tip block at the cursor
 * @param keepHeight highest height that stays; -1: none
 * @throws CursorMovedError
 */
export async function revertBlocks(
  tx: SqlExecutor,
  chainId: string,
  tip: BlockPlace,
  keepHeight: number,
): Promise<void> {
  await orphanBlocksAbove(tx, chainId, keepHeight);
  await deleteSpendsAbove(tx, chainId, keepHeight);
  await rewindCursor(tx, chainId, tip, keepHeight);
  // After the cursor, as in applyBlocks: the locks are taken in one order.
  await returnFromBlocks(tx, chainId, keepHeight);
}
