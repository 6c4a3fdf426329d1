import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { resetDataFolder } from './reset-data-folder.ts';

/** Contains every file that a start writes, and the program that it fetches. */
async function usedFolder(): Promise<DataFolder> {
  const folder = await openDataFolder(join(await temporaryFolder(), 'data'));
  await mkdir(folder.postgres);
  await mkdir(folder.bin);
  const { lock, secrets, ports, natsConfig, keys, networks, accountsEnv } = folder;
  const state = folder.nodeState('vrsctest');
  const files = [
    lock,
    secrets,
    ports,
    natsConfig,
    keys,
    networks,
    accountsEnv,
    state,
    `${state}.blocks`,
    `${keys}.new`,
  ];
  for (const file of [...files, folder.log('gateway'), join(folder.postgres, 'PG_VERSION'), join(folder.bin, 'nats')]) {
    await writeFile(file, '');
  }
  return folder;
}

test('a reset removes everything that starts have kept, but neither the lock nor fetched programs', async () => {
  const folder = await usedFolder();
  expect(await resetDataFolder(folder)).toMatch(
    /^Removed from .*\/data: the databases .* Earlier keys no longer work\.$/,
  );
  expect((await readdir(folder.dir)).sort()).toEqual(['bin', 'lock.json', 'logs']);
  expect(await readdir(folder.logs)).toEqual([]);
  expect(existsSync(join(folder.bin, 'nats'))).toBe(true);
});

test('a folder that is new has nothing to remove', async () => {
  const folder = await openDataFolder(join(await temporaryFolder(), 'data'));
  expect(await resetDataFolder(folder)).toBe(`Nothing to remove in ${folder.dir}.`);
});

test.each(['photos', 'keys.json.backup', 'my-networks.yaml', '.ssh'])(
  'a folder that also holds %s loses nothing, and the reason names it',
  async (name) => {
    const folder = await usedFolder();
    await writeFile(join(folder.dir, name), '');
    const before = await readdir(folder.dir);
    await expect(resetDataFolder(folder)).rejects.toThrow(`also holds ${name}, which no start has made`);
    expect(await readdir(folder.dir)).toEqual(before);
  },
);
