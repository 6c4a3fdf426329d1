import { randomBytes } from 'node:crypto';
import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { insertRows } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { bytes } from '#/hex.ts';
import { chainNumber, findChain, numberChain } from './chain-numbers.ts';
import { forgetReturned, removeAbove } from './removed-blocks.ts';

const APPLIED_COLUMNS = { serial: 'bigint', height: 'integer', time: 'oid', chain: 'smallint', hash: 'bytea' };

export interface Cursor extends BlockPlace {
  /** Postgres changes it with every update of the row, so a cursor that moved away and came back is noticed. */
  version: string;
}

/** Two indexers run on one database. The transaction must roll back. */
export class CursorMovedError extends Error {
  override name = 'CursorMovedError';
  constructor(chainId: string) {
    super(`the cursor of ${chainId} moved under this indexer; is a second one running on the same database?`);
  }
}

export async function findCursor(db: SqlExecutor, chainId: string): Promise<Cursor | null> {
  const rows = await db.$queryRawUnsafe<Cursor[]>(
    'SELECT height, hash, xmin::text AS version FROM sync_cursor WHERE chain_id = $1',
    chainId,
  );
  return rows[0] ?? null;
}

/**
 * Called in the transaction that writes the rows, before it writes them: another mover waits, so only this one writes above the cursor.
 * @param expected null: there is no cursor yet
 * @throws CursorMovedError also when the cursor came back since that version: rows read meanwhile may belong to another branch
 */
export async function advanceCursor(
  tx: SqlExecutor,
  chainId: string,
  expected: (BlockPlace & Partial<Cursor>) | null,
  blocks: readonly TimedPlace[],
): Promise<Cursor> {
  const last = blocks.at(-1);
  if (last === undefined) throw new Error('no blocks');
  const [moved] =
    expected === null
      ? await tx.$queryRawUnsafe<Cursor[]>(
          `INSERT INTO sync_cursor (chain_id, height, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
           RETURNING height, hash, xmin::text AS version`,
          chainId,
          last.height,
          last.hash,
        )
      : await tx.$queryRawUnsafe<Cursor[]>(
          `UPDATE sync_cursor SET height = $5, hash = $6, updated_at = now()
            WHERE chain_id = $1 AND height = $2 AND hash = $3 AND xmin::text = coalesce($4, xmin::text)
           RETURNING height, hash, xmin::text AS version`,
          chainId,
          expected.height,
          expected.hash,
          expected.version ?? null,
          last.height,
          last.hash,
        );
  if (moved === undefined) throw new CursorMovedError(chainId);
  const chain = await numberChain(tx, chainId);
  await insertRows(
    tx,
    'applied_block',
    APPLIED_COLUMNS,
    blocks.map(({ height, hash, time }) => [drawSerial(), height, time, chain, bytes(hash)]),
  );
  // A block that comes back after a reorganisation gets a new serial.
  await forgetReturned(tx, chain, (expected?.height ?? -1) + 1, last.height);
  return moved;
}

/** Until the transaction ends, for rows that others write only with a move of the cursor. @throws CursorMovedError */
export async function holdCursor(tx: SqlExecutor, chainId: string, expected: BlockPlace): Promise<void> {
  const held = await tx.$queryRawUnsafe<unknown[]>(
    'SELECT 1 FROM sync_cursor WHERE chain_id = $1 AND hash = $2 FOR UPDATE',
    chainId,
    expected.hash,
  );
  if (held.length === 0) throw new CursorMovedError(chainId);
}

/** 64 random bits. A database that lost transactions would repeat a count, even for the same block. */
function drawSerial(): bigint {
  return randomBytes(8).readBigInt64BE();
}

/** In the transaction that removed the rows above keepHeight (-1: all). @throws CursorMovedError */
export async function rewindCursor(
  tx: SqlExecutor,
  chainId: string,
  expected: BlockPlace,
  keepHeight: number,
): Promise<void> {
  const chain = await findChain(tx, chainId);
  if (chain === undefined) throw new CursorMovedError(chainId);
  await removeAbove(tx, chain, keepHeight);
  const moved =
    keepHeight < 0
      ? await tx.$executeRawUnsafe(
          'DELETE FROM sync_cursor WHERE chain_id = $1 AND height = $2 AND hash = $3',
          chainId,
          expected.height,
          expected.hash,
        )
      : await tx.$executeRawUnsafe(
          `UPDATE sync_cursor SET height = kept.height, hash = encode(kept.hash, 'hex'), updated_at = now()
             FROM applied_block kept
            WHERE sync_cursor.chain_id = $1 AND sync_cursor.height = $2 AND sync_cursor.hash = $3
              AND kept.chain = $4 AND kept.height = $5`,
          chainId,
          expected.height,
          expected.hash,
          chain,
          keepHeight,
        );
  if (moved !== 1) throw new CursorMovedError(chainId);
}

export async function findHighestApplied(
  db: SqlExecutor,
  chainId: string,
  candidates: readonly BlockPlace[],
): Promise<BlockPlace | null> {
  const rows = await db.$queryRawUnsafe<BlockPlace[]>(
    `SELECT candidate.height, candidate.hash
       FROM unnest($2::integer[], $3::text[]) AS candidate (height, hash)
      CROSS JOIN LATERAL (SELECT hash FROM applied_block
                           WHERE chain = ${chainNumber(1)} AND height = candidate.height LIMIT 1) AS applied
      WHERE applied.hash = decode(candidate.hash, 'hex')
      ORDER BY candidate.height DESC LIMIT 1`,
    chainId,
    candidates.map((candidate) => candidate.height),
    candidates.map((candidate) => candidate.hash),
  );
  return rows[0] ?? null;
}
