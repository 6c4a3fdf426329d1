import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface ReorgRow {
  id: bigint;
  forkHeight: number;
  depth: number;
  oldTipHash: string;
  newTipHash: string;
  finalBlocks: number;
  at: Date;
}

export type NewReorg = Omit<ReorgRow, 'id' | 'at'>;

export async function insertReorg(tx: SqlExecutor, chainId: string, reorg: NewReorg): Promise<void> {
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

export function findLastReorg(db: SqlExecutor, chainId: string): Promise<ReorgRow | null> {
  return findNewest(db, chainId, 'chain_id = $1');
}

/** Null if none ever removed final blocks. */
export function findLastFinalityBreak(db: SqlExecutor, chainId: string): Promise<ReorgRow | null> {
  return findNewest(db, chainId, 'chain_id = $1 AND breaks_finality');
}

async function findNewest(db: SqlExecutor, chainId: string, condition: string): Promise<ReorgRow | null> {
  const rows = await db.$queryRawUnsafe<ReorgRow[]>(
    `SELECT id, fork_height AS "forkHeight", depth, encode(old_tip_hash, 'hex') AS "oldTipHash",
            encode(new_tip_hash, 'hex') AS "newTipHash", final_blocks AS "finalBlocks", at
       FROM reorg WHERE ${condition} ORDER BY id DESC LIMIT 1`,
    chainId,
  );
  return rows[0] ?? null;
}
