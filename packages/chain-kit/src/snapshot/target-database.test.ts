import { readMigrations } from '@ledgergraph/service-kit/migrate/migration-files';
import { migrationsOf } from './databases.ts';
import type { Part } from './manifest.ts';
import { refuseOtherVersions } from './target-database.ts';

/** A part as a snapshot of a version would have it. @param last its newest migration, without the time of its name; empty: ours */
async function partOf(service: string, last: string): Promise<Part> {
  const { migrationDirectories } = await readMigrations(migrationsOf(service));
  const names = migrationDirectories.map(({ path }) => path).sort();
  const migrations = names.slice(0, names.findLastIndex((name) => name.endsWith(last)) + 1);
  expect(migrations.length).toBeGreaterThan(0);
  return { service, migrations, tables: [] };
}

test.each([
  ['blocks', 'pool_timeline'],
  ['blocks', 'binary_hashes'],
  ['identities', 'chain_numbers'],
])(
  'a part of %s whose newest migration is %s is refused: the checks of a load read later tables',
  async (...version) => {
    const part = await partOf(...version);
    await expect(refuseOtherVersions(part)).rejects.toThrow(
      `${part.service} of the snapshot has tables of an old form`,
    );
  },
);

test.each([
  ['blocks', ''],
  ['blocks', 'blocks_by_place'],
  ['identities', ''],
  ['identities', 'binary_hashes'],
  ['markets', 'init'],
  ['statistics', 'init'],
])('a part of %s is taken up to our newest migration', async (service, last) => {
  await expect(refuseOtherVersions(await partOf(service, last))).resolves.toBeUndefined();
});
