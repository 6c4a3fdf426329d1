import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { inStatement } from './observe-adapter.ts';
import { notePool } from './open-pools.ts';
import { SESSION } from './prisma-adapter.ts';
import type { SqlClient, SqlExecutor } from './sql-executor.ts';

const POOL_SIZE = 10;
/** After so long without an answer a connection counts as lost: a partition must end as a failing step, not as silence. */
const ANSWER_TIMEOUT_MS = 120_000;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** Whole numbers of 64 bits as Prisma gives them. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return BigInt;
    const parse = pg.types.getTypeParser(oid, format as 'text');
    return oid === INT8_ARRAY ? (text: string) => (parse(text) as string[]).map(BigInt) : parse;
  },
};

/** The database of a process that writes rows in bulk: the same SQL as through Prisma, and COPY inside its transactions. */
export type SqlWriter = SqlClient<SqlExecutor> & { $disconnect(): Promise<void> };

/** Connects at the first query. */
export function openWriter(databaseUrl: string): SqlWriter {
  const settings = { max: POOL_SIZE, options: SESSION, types: TYPES, query_timeout: ANSWER_TIMEOUT_MS };
  const pool = new pg.Pool({ connectionString: databaseUrl, ...settings });
  // A connection that breaks while nobody uses it is replaced by the next query; unheard, it would end the process.
  pool.on('error', () => undefined);
  const forget = notePool(pool);
  return {
    ...executor(pool),
    $transaction: (work) => inTransaction(pool, work),
    $disconnect: async () => {
      forget();
      await pool.end();
    },
  };
}

/** A throw rolls back, and so does a connection that is lost. */
async function inTransaction<Result>(pool: pg.Pool, work: (tx: SqlExecutor) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const note = (error: Error): void => {
    broken ??= error;
  };
  client.on('error', note);
  try {
    await client.query('BEGIN');
    const result = await work({ ...executor(client), $copyFrom: (sql, text) => copy(client, sql, text) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(note);
    throw error;
  } finally {
    client.off('error', note);
    client.release(broken);
  }
}

function executor(queryable: pg.Pool | pg.PoolClient): SqlExecutor {
  const run = (sql: string, values: unknown[]) => inStatement(sql, () => queryable.query(sql, values));
  return {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: unknown[]) => (await run(sql, values)).rows as Rows,
    $executeRawUnsafe: async (sql, ...values) => (await run(sql, values)).rowCount ?? 0,
  };
}

function copy(client: pg.PoolClient, sql: string, text: Iterable<string>): Promise<number> {
  return inStatement(sql, async () => {
    const stream = client.query(copyFrom(sql));
    // Strings that are pieces of one text, not objects: a piece waits until the one before is sent.
    await pipeline(Readable.from(text, { objectMode: true }), stream);
    return stream.rowCount;
  });
}
