import { readdirSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import pg from 'pg';

const NAME = /_chain_numbers$/;

const ROWS = `
  INSERT INTO network (chain_id, name, environment, is_default, block_time_seconds, announcement)
       VALUES ('iC', 'announced', 'TESTNET', true, 60, '{}'), ('iB', 'applied', 'TESTNET', false, 60, '{}');
  INSERT INTO sync_cursor (chain_id, height, hash) VALUES ('iB', 1, 'b1'), ('iA', 0, 'a0');
  INSERT INTO applied_block (chain_id, height, hash, time, removed_at)
       VALUES ('iB', 0, 'b0', 1, NULL), ('iB', 1, 'b1', 2, NULL), ('iA', 0, 'a0', 1, NULL), ('iD', 0, 'd0', 1, now()), ('iE', 0, 'e0', 1, now());`;

test.each(['blocks', 'identities', 'currencies'])(
  'every chain that %s has rows of gets a number, also one that is only announced or was left',
  async (service) => {
    await using cleanup = new AsyncDisposableStack();
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    const all = readdirSync(migrationsDir)
      .filter((name) => /^\d/.test(name))
      .sort();
    const place = all.findIndex((name) => NAME.test(name));
    const database = await createTestDatabase({ service, migrations: all.slice(0, place) });
    cleanup.defer(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    cleanup.defer(() => client.end());
    await client.query(ROWS);
    await applyMigrations({ databaseUrl: database.url, migrationsDir, only: all.slice(0, place + 1) });
    await client.query("INSERT INTO chain (chain_id) VALUES ('iNew')");
    expect((await client.query('SELECT id, chain_id FROM chain ORDER BY id')).rows).toEqual(
      ['iA', 'iB', 'iC', 'iD', 'iE', 'iNew'].map((chainId, index) => ({ id: index + 1, chain_id: chainId })),
    );
  },
);
