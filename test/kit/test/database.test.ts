import pg from 'pg';
import { createTestDatabase } from '#/database.ts';

async function tablesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const found = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  await client.end();
  return found.rows.map((row) => row.name);
}

test('gives each caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([
    createTestDatabase({ service: 'accounts' }),
    createTestDatabase({ service: 'accounts' }),
  ]);
  expect(one.url).not.toBe(other.url);
  expect(await tablesOf(one.url)).toContain('_prisma_migrations');
  expect((await tablesOf(one.url)).length).toBeGreaterThan(1);
  await one.drop();
  await expect(tablesOf(one.url)).rejects.toThrow('does not exist');
  expect(await tablesOf(other.url)).toContain('_prisma_migrations');
  await other.drop();
});

test('drops a database although a client is connected to it', async () => {
  const database = await createTestDatabase({ service: 'accounts' });
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(tablesOf(database.url)).rejects.toThrow('does not exist');
});

test('names the folder without migrations', async () => {
  await expect(createTestDatabase({ service: 'missing' })).rejects.toThrow(/No migration in .*missing/);
});
