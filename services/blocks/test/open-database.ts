import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createTestDatabase } from '@ledgergraph/test-kit/database';

/** Drops the database when disposed. */
export async function openDatabase() {
  const database = await createTestDatabase({ service: 'blocks' });
  const db = openWriter(database.url);
  return {
    db,
    url: database.url,
    close: async () => {
      await db.$disconnect();
      await database.drop();
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** With members in camel case. */
// biome-ignore lint/suspicious/noExplicitAny: rows have the columns of their table
export async function readRows(db: SqlExecutor, table: string, tail = '', ...values: unknown[]): Promise<any[]> {
  const rows = await db.$queryRawUnsafe<object[]>(`SELECT * FROM ${table} ${tail}`, ...values);
  const memberOf = (column: string) => column.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [memberOf(column), value])));
}

export async function countRows(db: SqlExecutor, table: string): Promise<number> {
  return (await readRows(db, table)).length;
}
