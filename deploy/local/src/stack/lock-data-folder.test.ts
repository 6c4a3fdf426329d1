import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { lockDataFolder } from './lock-data-folder.ts';

async function lockFile(): Promise<string> {
  return join(await temporaryFolder(), 'lock.json');
}

test('a second start on the same folder is refused until the first gives it back', async () => {
  const file = await lockFile();
  const unlock = await lockDataFolder(file);
  await expect(lockDataFolder(file)).rejects.toThrow(/already running on this data folder \(process \d+\)/);
  await unlock();
  await (await lockDataFolder(file))();
});

test.each([
  ['a process that is gone', { pid: 2 ** 22 + 1, startedAt: '1' }],
  ['another process that has its number by now', { pid: process.pid, startedAt: 'long ago' }],
])('a lock left by %s is taken over', async (_, owner) => {
  const file = await lockFile();
  await writeFile(file, JSON.stringify(owner));
  await (await lockDataFolder(file))();
});

test('a lock that was being written when the machine went down is taken over', async () => {
  const file = await lockFile();
  await writeFile(file, '');
  await (await lockDataFolder(file))();
});
