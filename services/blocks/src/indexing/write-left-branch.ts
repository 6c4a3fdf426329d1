import { fromBinary } from '@bufbuild/protobuf';
import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { holdCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { insertRemoved } from '@ledgergraph/chain-kit/chain/removed-blocks';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import type { SqlClient, SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { placeBlocks } from '#/db/block-places.ts';
import { insertLeftBlocks } from '#/db/block-rows.ts';
import { addMissingValues } from '#/db/complete-inputs.ts';
import { findMainAncestor } from '#/db/main-chain.ts';
import { insertReorg, type NewReorg } from '#/db/reorg-rows.ts';
import { insertTransactions } from '#/db/transaction-rows.ts';
import { finalizedHeight } from '#/progress/finalized-height.ts';
import type { ReadBlock } from './read-blocks.ts';
import { readTransactionRows } from './read-transaction-rows.ts';

/** Consecutive blocks, lowest first, at least one, and their known parent; null: the first block is genesis. */
export interface LeftBranch {
  keep: BlockPlace | null;
  blocks: readonly ReadBlock[];
}

/** Holds the cursor, as every write of block rows. @param tip our last block, which replaced the branch @throws CursorMovedError */
export function writeLeftBranch<Tx extends SqlExecutor>(
  db: SqlClient<Tx>,
  chainId: string,
  { blocks }: LeftBranch,
  tip: BlockPlace,
): Promise<NewReorg> {
  return db.$transaction(async (tx) => {
    await holdCursor(tx, chainId, tip);
    const places = blocks.map(({ block: { height, hash, time } }) => ({ height, hash: hex(hash), time: Number(time) }));
    await insertRemoved(tx, chainId, places);
    const chain = await numberChain(tx, chainId);
    // One after another: a block may spend outputs of the one before.
    for (const read of blocks) {
      const whole = await withValues(tx, chainId, read);
      const placed = await placeBlocks(tx, chain, [whole]);
      await insertLeftBlocks(tx, placed);
      await insertTransactions(tx, placed);
    }
    const reorg = await describeReorg(tx, chainId, blocks.at(-1) as ReadBlock, tip);
    await insertReorg(tx, chainId, reorg);
    return reorg;
  });
}

/** A node omits the spent values of a branch that it has left. The branch may come back with these rows. */
async function withValues(tx: SqlExecutor, chainId: string, read: ReadBlock): Promise<ReadBlock> {
  const { block } = read;
  const rows = block.transactions;
  if (rows.every(({ index, valueIn }) => index === 0 || valueIn !== null)) return read;
  const encoded = await addMissingValues(tx, chainId, Buffer.concat(rows.map(({ fragment }) => fragment)));
  const { transactions } = fromBinary(BlockSchema, encoded);
  const sizes = rows.map(({ size }) => size);
  return { ...read, block: { ...block, transactions: readTransactionRows({ ...block, transactions }, sizes) } };
}

async function describeReorg(
  tx: SqlExecutor,
  chainId: string,
  { block: { height, hash } }: ReadBlock,
  tip: BlockPlace,
): Promise<NewReorg> {
  const oldTipHash = hex(hash);
  const forkHeight = (await findMainAncestor(tx, chainId, oldTipHash))?.height ?? -1;
  const network = (await listNetworks(tx)).find((each) => each.chainId === chainId);
  // Its confirmed blocks are not known any more.
  const finalHeight = network === undefined ? null : finalizedHeight(height, network.finalityDepth, null);
  const finalBlocks = Math.max((finalHeight ?? -1) - forkHeight, 0);
  return { forkHeight, depth: height - forkHeight, oldTipHash, newTipHash: tip.hash, finalBlocks };
}
