import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';

/** Far more than the protocol lets a reorganisation take back; also how often old rows go. */
const KEPT_BLOCKS = 1_000;

export interface BlockOutputsRow {
  height: number;
  values: unknown;
}

/** Keeps what consecutive blocks' outputs are worth, and drops what is too old to be asked for, a whole span at a time. */
export async function insertBlockOutputs(
  tx: SqlExecutor,
  chainId: string,
  rows: readonly BlockOutputsRow[],
): Promise<void> {
  await insertRows(
    tx,
    'block_outputs',
    { chain_id: 'text', height: 'integer', values: 'text' },
    rows.map(({ height, values }) => [chainId, height, JSON.stringify(values)]),
  );
  const newest = rows.findLast(({ height }) => height % KEPT_BLOCKS === 0)?.height ?? 0;
  if (newest < KEPT_BLOCKS) return;
  await tx.$executeRawUnsafe(
    'DELETE FROM block_outputs WHERE chain_id = $1 AND height < $2',
    chainId,
    newest - KEPT_BLOCKS,
  );
}

/** Kept values of the blocks from a height on. */
export async function listBlockOutputs<Values>(
  tx: SqlExecutor,
  chainId: string,
  fromHeight: number,
): Promise<Values[]> {
  const rows = await tx.$queryRawUnsafe<{ values: string }[]>(
    'SELECT values FROM block_outputs WHERE chain_id = $1 AND height >= $2',
    chainId,
    fromHeight,
  );
  return rows.map(({ values }): Values => JSON.parse(values));
}
