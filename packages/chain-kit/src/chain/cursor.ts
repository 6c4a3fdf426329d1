import { randomBytes } from 'node:crypto';
import type { BlockPlace, TimedPlace } from '@ledgergraph/graph-kit/block-place';
import { insertRows } from '#/db/insert-rows.ts';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { bytes } from '#/hex.ts';
import { chainNumber, findChain, numberChain } from './chain-numbers.ts';
import { forgetReturned, removeAbove } from './removed-blocks.ts';

const APPLIED_COLUMNS = { serial: 'bigint', height: 'integer', time: 'oid', chain: 'smallint', hash: 'bytea' };

/** Position of a cursor with the version of its row: a cursor may have moved away and come back. */
export interface Cursor extends BlockPlace {
  /** Version of the cursor's row. Postgres changes it with every update of the row. */
  version: string;
}

/** Another process moved the cursor meanwhile: two indexers run on one database. The transaction must roll back. */
export class CursorMovedError extends Error {
  override name = 'CursorMovedError';
  constructor(chainId: string) {
    super(`the cursor of ${chainId} moved under this indexer; is a second one running on the same database?`);
  }
}

/** Last applied block of a chain; null on an empty database. */
export async function findCursor(db: SqlExecutor, chainId: string): Promise<Cursor | null> {
  const rows = await db.$queryRawUnsafe<Cursor[]>(
    'SELECT height, hash, xmin::text AS version FROM sync_cursor WHERE chain_id = $1',
    chainId,
  );
  return rows[0] ?? null;
}

/**
 * Moves the cursor over consecutive blocks, in the transaction that writes their rows and before it writes them. Another
 * transaction that moves the cursor waits here, so only this transaction writes rows above the cursor. The chain has its number in
 * `chain` after this.
 * @param expected position that the caller believes the cursor has, with its version if the caller read rows before this
 *   transaction; null: there is no cursor yet
 * @param blocks at least one
 * @returns the new position
 * @throws CursorMovedError also when the cursor moved away and came back since that version: rows read meanwhile may belong to another branch
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
  // A block that comes back after a reorganisation is applied again: new serial.
  await forgetReturned(tx, chain, (expected?.height ?? -1) + 1, last.height);
  return moved;
}

/**
 * Keeps the cursor where it is until the transaction ends, for rows that others write only with a move of the cursor.
 * @throws CursorMovedError
 */
export async function holdCursor(tx: SqlExecutor, chainId: string, expected: BlockPlace): Promise<void> {
  const held = await tx.$queryRawUnsafe<unknown[]>(
    'SELECT 1 FROM sync_cursor WHERE chain_id = $1 AND hash = $2 FOR UPDATE',
    chainId,
    expected.hash,
  );
  if (held.length === 0) throw new CursorMovedError(chainId);
}

/** 64 random bits. A count would come again in a database that has lost its last transactions, for the same block too. */
function drawSerial(): bigint {
  return randomBytes(8).readBigInt64BE();
}

/**
 * Moves the cursor back, in the transaction that removed the rows above keepHeight.
 * @param keepHeight highest height that stays applied; -1: none
 * @throws CursorMovedError
 */
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

/** The highest of the given blocks that is applied here; null when none is. */
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
