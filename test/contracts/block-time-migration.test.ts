import { readdirSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import pg from 'pg';

const NAME = /_block_time_is_unsigned$/;
const TIME = 1_795_000_000;
const LAST = 4_294_967_295;
const HASH = 'ab'.repeat(32);
const OLD_ROW = `INSERT INTO applied_block (chain_id, height, hash, time) VALUES ('iX', 1, '${HASH}', ${TIME})`;
const NEW_ROW = `INSERT INTO applied_block (chain_id, height, hash, time) VALUES ('iX', 2, '${HASH}', ${LAST})`;

test.each(['blocks', 'identities', 'currencies', 'addresses'])(
  'the times of %s become unsigned without a rewrite of its rows',
  async (service) => {
    await using cleanup = new AsyncDisposableStack();
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    const all = readdirSync(migrationsDir).filter((name) => /^\d/.test(name));
    const at = all.sort().findIndex((name) => NAME.test(name));
    const database = await createTestDatabase({ service, migrations: all.slice(0, at) });
    cleanup.defer(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    cleanup.defer(() => client.end());
    const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
    // A table that is rewritten gets another file.
    const files =
      "SELECT relname, relfilenode FROM pg_class WHERE relname IN ('block', 'outbox', 'applied_block') ORDER BY 1";
    await client.query(OLD_ROW);
    await expect(client.query(NEW_ROW)).rejects.toThrow('out of range');
    const kept = await read(files);

    // Later ones do rewrite tables.
    await applyMigrations({ databaseUrl: database.url, migrationsDir, only: all.slice(0, at + 1) });
    expect(await read(files)).toEqual(kept);
    await client.query(NEW_ROW);
    expect(await read('SELECT time::bigint::text FROM applied_block ORDER BY height')).toEqual([
      [`${TIME}`],
      [`${LAST}`],
    ]);
  },
);
