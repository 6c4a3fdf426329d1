import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type pg from 'pg';

/** Far less than the default. */
export const BATCH_BLOCKS_MAX = 250;

export interface KeptWork {
  /** Block applied last; -1: none. */
  cursor: number;
  /** Committed or not: each takes a number, which is never given back. */
  taken: number;
  /** Serial of each row at its writing, by height. */
  serials: readonly string[];
}

/** Waits for the last transaction of a killed indexer. A gate has to be installed, which counts blocks. */
export async function readKeptWork(database: pg.Client): Promise<KeptWork> {
  const isQuiet = async (): Promise<boolean> => {
    // Postgres sees the end of a client only behind its bytes, which stay unread while a gate holds the transaction.
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
          AND xact_start IS NOT NULL`,
    );
    return rowCount === 0;
  };
  await waitFor(isQuiet, { what: `transactions of ${database.database} to end` });
  const { rows } = await database.query<KeptWork>(
    `SELECT coalesce((SELECT height FROM sync_cursor), -1) AS cursor,
            (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM gate.blocks)::integer AS taken,
            (SELECT coalesce(array_agg(serial::text ORDER BY height), '{}') FROM applied_block) AS serials`,
  );
  const [work] = rows;
  if (work === undefined) throw new Error('a query without rows');
  return work;
}

/** Only the batch that was open at the end may be done again. @returns violations in words */
export function findRedoneWork(before: KeptWork, after: KeptWork): string[] {
  const wrong: string[] = [];
  if (after.cursor < before.cursor) wrong.push(`the cursor went back from ${before.cursor} to ${after.cursor}`);
  if (after.serials.length !== after.cursor + 1) {
    wrong.push(`${after.serials.length} blocks are applied at height ${after.cursor}`);
  }
  const rewritten = before.serials.filter((serial, height) => after.serials[height] !== serial).length;
  if (rewritten > 0) wrong.push(`${rewritten} blocks that were committed are gone, or were written again`);
  const lost = countLost(before, after);
  if (lost < 0 || lost > BATCH_BLOCKS_MAX) wrong.push(`${lost} blocks were taken up and not committed`);
  return wrong;
}

/** They have to be done again. */
export function countLost(before: KeptWork, after: KeptWork): number {
  return after.taken - before.taken - (after.serials.length - before.serials.length);
}
