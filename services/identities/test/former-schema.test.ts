import { readdir } from 'node:fs/promises';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { PrismaClient } from '#/generated/prisma/client.ts';

const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url).pathname;
const ORDERED = 'holders_in_the_order_of_identities';

const identity = (address: string, ordinal: number): string =>
  `INSERT INTO identity (chain_id, identity_address, ordinal, registered_height, registered_txid, parent_path)
   VALUES ('iChain', '${address}', ${ordinal}, ${ordinal}, '', ''), ('iOther', '${address}', ${ordinal + 100}, ${ordinal}, '', '')`;
const holder = (address: string, version: number, toHeight: number | null): string =>
  `INSERT INTO identity_holder (chain_id, identity_address, role, holder, from_version, from_height, to_height)
   VALUES ('iChain', '${address}', 'PRIMARY', 'R', ${version}, ${version}, ${toHeight}),
          ('iOther', '${address}', 'PRIMARY', 'R', ${version}, ${version}, ${toHeight})`;

test('rows from before get the numbers of their identities, and so do rows that the version before writes later', async () => {
  await using cleanup = new AsyncDisposableStack();
  const all = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = all.map(({ name }) => name).sort();
  const place = names.findIndex((name) => name.endsWith(ORDERED));
  const database = await createTestDatabase({ service: 'identities', migrations: names.slice(0, place) });
  const client = new PrismaClient({ adapter: createAdapter(database.url) });
  cleanup.defer(() => database.drop());
  cleanup.defer(() => client.$disconnect());
  for (const sql of [identity('iOne', 1), identity('iTwo', 2), holder('iTwo', 1, 4), holder('iTwo', 5, null)]) {
    await client.$executeRawUnsafe(sql);
  }

  await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS, only: names.slice(0, place + 1) });
  for (const sql of [holder('iOne', 1, null), identity('iThree', 3), holder('iThree', 1, null)]) {
    await client.$executeRawUnsafe(sql);
  }

  const rows = await client.$queryRawUnsafe(
    'SELECT chain_id, identity_address, from_version, ordinal FROM identity_holder ORDER BY chain_id, ordinal, from_version',
  );
  const listed = (chainId: string, first: number) =>
    [
      ['iOne', 1, 1],
      ['iTwo', 1, 2],
      ['iTwo', 5, 2],
      ['iThree', 1, 3],
    ].map(([address, version, ordinal]) => ({
      chain_id: chainId,
      identity_address: address,
      from_version: version,
      ordinal: first + Number(ordinal),
    }));
  expect(rows).toEqual([...listed('iChain', 0), ...listed('iOther', 100)]);
});
