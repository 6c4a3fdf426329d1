import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { placeBlocks } from '#/db/block-places.ts';
import { putOnMain } from '#/db/block-rows.ts';
import { insertOutbox } from '#/db/outbox-rows.ts';
import { leaveIntoBlocks } from '#/db/pool-blocks.ts';
import { insertProducedBlocks } from '#/db/produced-rows.ts';
import { insertSpends } from '#/db/spend-rows.ts';
import { insertTransactions } from '#/db/transaction-rows.ts';
import type { PreparedBatch } from './prepare-blocks.ts';

export async function writeBlocks(
  tx: SqlExecutor,
  chainId: string,
  { blocks: read }: Pick<PreparedBatch, 'blocks'>,
): Promise<void> {
  const blocks = read.map(({ block }) => block);
  const chain = await numberChain(tx, chainId);
  // Blocks that a reorganisation removed keep their rows, and may come back.
  const placed = await placeBlocks(tx, chain, read);
  await putOnMain(tx, chain, placed);
  await insertTransactions(tx, placed);
  await insertSpends(tx, chain, read);
  await insertProducedBlocks(tx, chainId, blocks);
  await leaveIntoBlocks(tx, chainId, blocks);
  await insertOutbox(tx, blocks);
}
