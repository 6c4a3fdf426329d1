import { cancelStatements } from '@ledgergraph/service-kit/db/cancel-statements';
import { inStatement } from '@ledgergraph/service-kit/db/observe-adapter';
import { openPool } from '@ledgergraph/service-kit/db/open-pool';
import { type PoolOptions, poolSettings } from '@ledgergraph/service-kit/db/pool-settings';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { type BinaryRow, readBinaryRows } from './binary-rows.ts';
import type { SqlClient, SqlExecutor } from './sql-executor.ts';
import { StatementsBehind } from './statements-behind.ts';

const INT8 = 20;
const INT8_ARRAY = 1016;

/** Whole numbers are exact. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return BigInt;
    const parse = pg.types.getTypeParser(oid, format as 'text');
    return oid === INT8_ARRAY ? (text: string) => (parse(text) as string[]).map(BigInt) : parse;
  },
};

export type OpenDatabase = SqlExecutor & { $disconnect(): Promise<void> };

export type SqlWriter = SqlClient<SqlExecutor> & { $disconnect(): Promise<void> };

/** Statements are cancelled at the deadline of their request. */
export function openReader(databaseUrl: string, options: PoolOptions = {}): OpenDatabase {
  const pool = openTypedPool(databaseUrl, options);
  cancelStatements(pool);
  const forget = options.pools?.note(pool);
  return {
    ...executor(pool),
    $disconnect: async () => {
      forget?.();
      await pool.end();
    },
  };
}

/** Connects at the first query. */
export function openWriter(databaseUrl: string, options: PoolOptions = {}): SqlWriter {
  const pool = openTypedPool(databaseUrl, options);
  const forget = options.pools?.note(pool);
  return {
    ...executor(pool),
    $copyTo: (select, ...values) => copyTo(pool, select, values),
    $transaction: (work) => inTransaction(pool, work),
    $disconnect: async () => {
      forget?.();
      await pool.end();
    },
  };
}

function openTypedPool(databaseUrl: string, options: PoolOptions): ReturnType<typeof openPool> {
  return openPool(databaseUrl, { ...poolSettings(options), types: TYPES });
}

/** A throw rolls back, and so does a lost connection. */
async function inTransaction<Result>(pool: pg.Pool, work: (tx: SqlExecutor) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const note = (error: Error): void => {
    broken ??= error;
  };
  client.on('error', note);
  const statements = new StatementsBehind(client);
  try {
    await client.query('BEGIN');
    const result = await work(statements);
    // Postgres answers the COMMIT of a failed transaction with a rollback and no error.
    await statements.settled();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await statements.settled().catch(() => undefined);
    await client.query('ROLLBACK').catch(note);
    throw statements.failure ?? error;
  } finally {
    client.off('error', note);
    client.release(broken);
  }
}

/** pg stops a query's timer when its callback is called, which a stream of COPY never does. */
type TimedQuery = ReturnType<typeof to> & { callback?: () => void };

async function copyTo(pool: pg.Pool, select: string, values: readonly (string | number)[]): Promise<BinaryRow[]> {
  const filled = select.replace(/\$(\d+)/g, (_, number) => toLiteral(values[Number(number) - 1]));
  return inStatement(select, async () => {
    const client = await pool.connect();
    let failure: Error | undefined;
    const rows: TimedQuery = client.query(to(`COPY (${filled}) TO STDOUT (FORMAT binary)`));
    try {
      const pieces: Buffer[] = [];
      for await (const piece of rows) pieces.push(piece);
      return readBinaryRows(Buffer.concat(pieces));
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      rows.callback?.();
      // After an interrupted COPY the connection may still carry messages of it.
      client.release(failure);
    }
  });
}

/** @throws TypeError for a value that is neither text nor a whole number */
function toLiteral(value: string | number | undefined): string {
  if (typeof value === 'string') return pg.escapeLiteral(value);
  if (Number.isSafeInteger(value)) return String(value);
  throw new TypeError('a copied statement takes texts and whole numbers');
}

function executor(queryable: pg.Pool): SqlExecutor {
  return {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: unknown[]) =>
      (await run(queryable, sql, values)).rows as Rows,
    $executeRawUnsafe: async (sql, ...values) => (await run(queryable, sql, values)).rowCount ?? 0,
  };
}

function run(queryable: pg.Pool | pg.PoolClient, sql: string, values: unknown[]): Promise<pg.QueryResult> {
  return inStatement(sql, () => queryable.query(sql, values));
}
