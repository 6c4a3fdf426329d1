import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** A reorganisation; hashes are 64 hex digits. */
export interface ReorgRow {
  /** Counts up: a later one has a higher id. */
  id: bigint;
  forkHeight: number;
  /** Blocks removed. */
  depth: number;
  oldTipHash: string;
  newTipHash: string;
  /** Those of the removed blocks that had been final. */
  finalBlocks: number;
  at: Date;
}

export async function insertReorg(tx: SqlExecutor, chainId: string, reorg: Omit<ReorgRow, 'id' | 'at'>): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO reorg (chain_id, fork_height, depth, old_tip_hash, new_tip_hash, final_blocks, breaks_finality)
     VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6, $6 > 0)`,
    chainId,
    reorg.forkHeight,
    reorg.depth,
    reorg.oldTipHash,
    reorg.newTipHash,
    reorg.finalBlocks,
  );
}

const COLUMNS = `id, fork_height AS "forkHeight", depth, encode(old_tip_hash, 'hex') AS "oldTipHash",
            encode(new_tip_hash, 'hex') AS "newTipHash", final_blocks AS "finalBlocks", at`;

/** The newest reorganisation of a chain; null if it never had one. */
export async function findLastReorg(db: SqlExecutor, chainId: string): Promise<ReorgRow | null> {
  const rows = await db.$queryRawUnsafe<ReorgRow[]>(
    `SELECT ${COLUMNS} FROM reorg WHERE chain_id = $1 ORDER BY id DESC LIMIT 1`,
    chainId,
  );
  return rows[0] ?? null;
}

/** The newest reorganisation of a chain that removed final blocks; null if it never had one. */
export async function findLastFinalityBreak(db: SqlExecutor, chainId: string): Promise<ReorgRow | null> {
  const rows = await db.$queryRawUnsafe<ReorgRow[]>(
    `SELECT ${COLUMNS} FROM reorg WHERE chain_id = $1 AND breaks_finality ORDER BY id DESC LIMIT 1`,
    chainId,
  );
  return rows[0] ?? null;
}
