import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** A reorganisation; hashes are 64 hex digits. */
export interface ReorgRow {
  forkHeight: number;
  /** Blocks removed. */
  depth: number;
  oldTipHash: string;
  newTipHash: string;
  at: Date;
}

export async function insertReorg(tx: SqlExecutor, chainId: string, reorg: Omit<ReorgRow, 'at'>): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO reorg (chain_id, fork_height, depth, old_tip_hash, new_tip_hash)
     VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'))`,
    chainId,
    reorg.forkHeight,
    reorg.depth,
    reorg.oldTipHash,
    reorg.newTipHash,
  );
}

/** The newest reorganisation of a chain; null if it never had one. */
export async function findLastReorg(db: SqlExecutor, chainId: string): Promise<ReorgRow | null> {
  const rows = await db.$queryRawUnsafe<ReorgRow[]>(
    `SELECT fork_height AS "forkHeight", depth, encode(old_tip_hash, 'hex') AS "oldTipHash",
            encode(new_tip_hash, 'hex') AS "newTipHash", at
       FROM reorg WHERE chain_id = $1 ORDER BY id DESC LIMIT 1`,
    chainId,
  );
  return rows[0] ?? null;
}
