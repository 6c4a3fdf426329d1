import pg from 'pg';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';

/** Directly on pg: the kit's own tests belong to no service. */
export interface TestSqlClient extends SqlClient<SqlExecutor> {
  close(): Promise<void>;
}

function executor(query: (sql: string, values: unknown[]) => Promise<pg.QueryResult>): SqlExecutor {
  return {
    $queryRawUnsafe: async <Rows>(sql: string, ...values: unknown[]) => (await query(sql, values)).rows as Rows,
    $executeRawUnsafe: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

export function createSqlClient(url: string): TestSqlClient {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // The database is dropped under idle connections at the end of a test.
  pool.on('error', () => undefined);
  return {
    ...executor((sql, values) => pool.query(sql, values)),
    $transaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work(executor((sql, values) => client.query(sql, values)));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
