import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Serial of the newest change of a chain's mempool; null while it has not been read yet. */
export async function findPoolSerial(db: SqlExecutor, chainId: string): Promise<bigint | null> {
  const rows = await db.$queryRawUnsafe<{ serial: bigint }[]>(
    'SELECT serial FROM pool WHERE chain_id = $1 AND read_at IS NOT NULL',
    chainId,
  );
  return rows[0]?.serial ?? null;
}
