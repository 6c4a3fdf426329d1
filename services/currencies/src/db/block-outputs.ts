import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Far more than the protocol lets a reorganisation take back; also how often old rows go. */
const KEPT_BLOCKS = 1_000;

export interface BlockOutputsRow {
  height: number;
  /** JSON of what its outputs are worth. */
  values: string;
}

/** Keeps what consecutive blocks' outputs are worth, and drops what is too old to be asked for, a whole span at a time. */
export async function insertBlockOutputs(
  tx: SqlExecutor,
  chainId: string,
  rows: readonly BlockOutputsRow[],
): Promise<void> {
  const newest = rows.findLast(({ height }) => height % KEPT_BLOCKS === 0)?.height ?? 0;
  const oldest = Math.max(newest - KEPT_BLOCKS, 0);
  await insertRows(
    tx,
    'block_outputs',
    { chain_id: 'text', height: 'integer', values: 'text' },
    // In a backfill half of them would go again at once.
    rows.filter(({ height }) => height >= oldest).map(({ height, values }) => [chainId, height, values]),
  );
  if (oldest > 0)
    await tx.$executeRawUnsafe('DELETE FROM block_outputs WHERE chain_id = $1 AND height < $2', chainId, oldest);
}

/** Kept values of the blocks from a height on. */
export async function listBlockOutputs(tx: SqlExecutor, chainId: string, fromHeight: number): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ values: string }[]>(
    'SELECT values FROM block_outputs WHERE chain_id = $1 AND height >= $2',
    chainId,
    fromHeight,
  );
  return rows.map(({ values }) => values);
}
