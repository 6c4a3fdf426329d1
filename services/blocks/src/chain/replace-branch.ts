import type { BlockPlace } from '@ledgergraph/chain-kit/chain/cursor';
import { listNetworks } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { findNodeTip, saveNotarizedHash } from '#/db/node-tip.ts';
import { insertReorg } from '#/db/reorg-rows.ts';
import { revertBlocks } from '#/indexing/revert-blocks.ts';
import { finalizedHeight } from '#/progress/finalized-height.ts';

/** A branch of ours that the node's replaces. */
export interface Replaced {
  /** Our last block. */
  oldTip: BlockPlace;
  /** The last block of the node's branch that its notary chain confirmed; null: none. */
  notarizedHash: string | null;
}

/**
 * Takes our branch above the fork off the main chain and keeps a record of it, in the caller's transaction.
 * @param fork the last block that both branches share; null: none
 * @param newTip the last block that the caller applies in this transaction
 * @returns how many of the removed blocks had been final
 */
export async function replaceBranch(
  tx: SqlExecutor,
  chainId: string,
  { oldTip, notarizedHash }: Replaced,
  fork: BlockPlace | null,
  newTip: BlockPlace,
): Promise<number> {
  const forkHeight = fork?.height ?? -1;
  // Before the revert: the notarized block is looked for on the main chain as it still is.
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
