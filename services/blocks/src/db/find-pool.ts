import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface PoolRecord {
  chainId: string;
  serial: bigint;
  beginsAt: bigint;
  readAt: Date | null;
  tipHeight: number | null;
  tipHash: string | null;
}

export async function findPools(db: SqlExecutor, chainIds: readonly string[]): Promise<(PoolRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<PoolRecord[]>(
    `SELECT chain_id AS "chainId", serial, begins_at AS "beginsAt", read_at AS "readAt", tip_height AS "tipHeight",
            tip_hash AS "tipHash"
       FROM pool WHERE chain_id = ANY($1::text[])`,
    chainIds,
  );
  const found = new Map(rows.map((row) => [row.chainId, row]));
  return chainIds.map((chainId) => found.get(chainId));
}

/** Null while it has not been read yet. */
export async function findPoolSerial(db: SqlExecutor, chainId: string): Promise<bigint | null> {
  const rows = await db.$queryRawUnsafe<{ serial: bigint }[]>(
    'SELECT serial FROM pool WHERE chain_id = $1 AND read_at IS NOT NULL',
    chainId,
  );
  return rows[0]?.serial ?? null;
}
