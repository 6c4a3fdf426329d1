import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertBlockTotals } from '#/db/block-totals.ts';
import { insertIntervalStarts } from '#/db/interval-starts.ts';
import { insertFinalizations, insertNotarizations } from '#/db/notarizations.ts';
import { insertRewards } from '#/db/rewards.ts';
import { insertStakes } from '#/db/stakes.ts';
import type { BatchRows } from './prepare-blocks.ts';

/** Writes the rows of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: BatchRows): Promise<void> {
  const chain = await numberChain(tx, chainId);
  await insertBlockTotals(tx, chain, rows.totals);
  await insertIntervalStarts(tx, chain, rows.intervals);
  await insertRewards(tx, chain, rows.rewards);
  await insertStakes(tx, chain, rows.stakes);
  await insertNotarizations(tx, chain, rows.notarizations);
  await insertFinalizations(tx, chain, rows.finalizations);
}
