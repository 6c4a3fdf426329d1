import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { blocksByHash } from './place-sql.ts';

export interface NodeTipRow {
  height: number | null;
  aheadSince: Date | null;
  /** Height of the node's notarized root; null where it is missing on our main chain. */
  notarizedHeight: number | null;
  /** Last response of a usable node, or the first request to a node. */
  seenAt: Date;
  silentSince: Date | null;
}

export interface NodeTip {
  /** Null if its chain cannot be used: it is behind ours, or on a branch that weighs less. */
  height: number | null;
  isAhead: boolean;
  /** Null keeps the known hash. */
  notarizedHash: string | null;
}

/** A node whose chain cannot be used counts as silent. @param tip null: no node answered; the known state stays */
export async function saveNodeTip(db: SqlExecutor, chainId: string, tip: NodeTip | null): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO node_tip AS known (chain_id, height, notarized_hash, ahead_since, silent_since)
     VALUES ($1, $2, decode($3, 'hex'),
             CASE WHEN $4 THEN now() END, CASE WHEN $2::integer IS NULL THEN now() END)
     ON CONFLICT (chain_id) DO UPDATE SET height = coalesce(excluded.height, known.height),
       seen_at = CASE WHEN excluded.height IS NULL THEN known.seen_at ELSE now() END,
       silent_since = CASE WHEN excluded.height IS NULL THEN coalesce(known.silent_since, now()) END,
       notarized_hash = coalesce(excluded.notarized_hash, known.notarized_hash),
       ahead_since = CASE WHEN excluded.ahead_since IS NOT NULL OR excluded.height IS NULL
                          THEN coalesce(known.ahead_since, excluded.ahead_since) END`,
    chainId,
    tip?.height ?? null,
    tip?.notarizedHash ?? null,
    tip?.isAhead ?? false,
  );
}

export async function touchNodeTip(db: SqlExecutor, chainId: string): Promise<void> {
  await db.$executeRawUnsafe('UPDATE node_tip SET seen_at = now(), silent_since = NULL WHERE chain_id = $1', chainId);
}

export async function saveNotarizedHash(tx: SqlExecutor, chainId: string, hash: string | null): Promise<void> {
  await tx.$executeRawUnsafe(
    "UPDATE node_tip SET notarized_hash = decode($2, 'hex') WHERE chain_id = $1",
    chainId,
    hash,
  );
}

export async function findNodeTip(db: SqlExecutor, chainId: string): Promise<NodeTipRow | null> {
  const rows = await db.$queryRawUnsafe<NodeTipRow[]>(
    `SELECT tip.height, tip.ahead_since AS "aheadSince", notarized.height AS "notarizedHeight", tip.seen_at AS "seenAt",
            tip.silent_since AS "silentSince"
       FROM node_tip tip
       LEFT JOIN LATERAL (
         SELECT height FROM ${blocksByHash('tip.notarized_hash')} AS block WHERE block.chain = ${chainNumber(1)} AND block.main LIMIT 1
       ) notarized ON true
      WHERE tip.chain_id = $1`,
    chainId,
  );
  return rows[0] ?? null;
}
