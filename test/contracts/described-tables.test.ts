import { globSync, readFileSync } from 'node:fs';
import { columnOf, type Table } from '@ledgergraph/chain-kit/db/table';
import { inRepository, repositoryDir } from '@ledgergraph/local/repository';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import pg from 'pg';

const SERVICES = globSync('services/*/src/indexing/modules.ts', { cwd: repositoryDir })
  .map((file) => file.split('/')[1] ?? '')
  .sort();

// Prisma lets every list be null.
const COLUMNS = `SELECT attname || ' ' || format_type(atttypid, NULL) || CASE WHEN attnotnull OR attndims > 0 THEN '' ELSE '?' END AS shown
  FROM pg_attribute WHERE attrelid = quote_ident($1)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`;

async function loadTables(service: string): Promise<Table<unknown>[]> {
  const { MODULES } = await import(inRepository('services', service, 'src/indexing/modules.ts'));
  const modules: { tables: Record<string, Table<unknown>> }[] = MODULES;
  return modules.flatMap(({ tables }) => Object.values(tables));
}

test.each(SERVICES)(
  'every table that %s describes is written, and has these columns in its database',
  async (service) => {
    const sources = globSync(`services/${service}/src/**/*.ts`, { cwd: repositoryDir });
    const calls = sources.flatMap((file) => readFileSync(inRepository(file), 'utf8').match(/ describeTable\(/g) ?? []);
    const tables = await loadTables(service);
    expect(tables.length).toBeGreaterThan(2);
    expect(tables).toHaveLength(calls.length);

    await using cleanup = new AsyncDisposableStack();
    const database = await createTestDatabase({ service });
    cleanup.defer(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    cleanup.defer(() => client.end());
    await client.connect();
    for (const { name, described } of tables) {
      const columns = Object.entries(described).map(
        ([member, type]) => `${columnOf(member)} ${type.replace('hex', 'bytea').replace('[]?', '[]')}`,
      );
      const { rows } = await client.query<{ shown: string }>(COLUMNS, [name]);
      expect([name, rows.map(({ shown }) => shown)]).toEqual([name, [...columns, 'chain smallint'].sort()]);
    }
  },
);
