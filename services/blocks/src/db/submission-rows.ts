import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface OpenSubmission {
  txid: string;
  raw: Uint8Array;
}

/** The node's code and words; a null code: it expired before a node took it. */
export interface RefusalWords {
  code: number | null;
  message: string;
}

export async function openSubmission(
  db: SqlExecutor,
  chainId: string,
  { txid, raw }: OpenSubmission,
): Promise<boolean> {
  const rows = await db.$queryRawUnsafe<{ before: string | null }[]>(
    `WITH known AS (SELECT state FROM submission WHERE chain_id = $1 AND txid = decode($2, 'hex'))
     INSERT INTO submission (chain_id, txid, raw, state) VALUES ($1, decode($2, 'hex'), $3, 'SENDING')
     ON CONFLICT (chain_id, txid) DO UPDATE
       SET raw = excluded.raw, state = 'SENDING', code = NULL, message = NULL, requested_at = now(), settled_at = NULL
     RETURNING (SELECT state FROM known) AS before`,
    chainId,
    txid,
    raw,
  );
  return rows[0]?.before === 'SENDING';
}

export async function settleSubmission(
  db: SqlExecutor,
  chainId: string,
  txid: string,
  refusal?: RefusalWords,
): Promise<void> {
  await db.$executeRawUnsafe(
    `UPDATE submission SET raw = '', state = $3, code = $4, message = $5, settled_at = now()
      WHERE chain_id = $1 AND txid = decode($2, 'hex')`,
    chainId,
    txid,
    refusal === undefined ? 'ACCEPTED' : 'REJECTED',
    refusal?.code ?? null,
    refusal?.message ?? null,
  );
}

export async function deleteSubmission(db: SqlExecutor, chainId: string, txid: string): Promise<void> {
  await db.$executeRawUnsafe("DELETE FROM submission WHERE chain_id = $1 AND txid = decode($2, 'hex')", chainId, txid);
}

export async function listOpenSubmissions(
  db: SqlExecutor,
  chainId: string,
  limit: number,
  offset: number,
): Promise<OpenSubmission[]> {
  return await db.$queryRawUnsafe<OpenSubmission[]>(
    `SELECT encode(txid, 'hex') AS txid, raw FROM submission WHERE chain_id = $1 AND state = 'SENDING'
      ORDER BY requested_at, txid LIMIT $2 OFFSET $3`,
    chainId,
    limit,
    offset,
  );
}

/** Deletes rows settled a day ago, and rows of that age of chains that are no longer followed. */
export async function deleteOldSubmissions(db: SqlExecutor, followed: readonly string[]): Promise<void> {
  await db.$executeRawUnsafe(
    `DELETE FROM submission
      WHERE settled_at < now() - interval '1 day'
         OR (chain_id <> ALL($1::text[]) AND requested_at < now() - interval '1 day')`,
    followed,
  );
}
