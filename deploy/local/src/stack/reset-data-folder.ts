import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForLeftover } from '#/postgres/wait-for-leftover.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { StackError } from './stack-error.ts';

/** The caller holds the lock. Fetched programs take a while to fetch again; other commands own benchmarks and test times. */
const STAYS = ['lock.json', 'bin', 'bench', 'test-times.json'];
/** An incomplete file has `.new` behind its name. */
const WRITTEN =
  /^(postgres|logs|(secrets|ports|keys|node-[\w.-]+)\.json|node-[\w.-]+\.json\.blocks|nats\.conf|networks\.yaml|accounts\.env)(\.new)?$/;

/** The caller holds the lock. @throws StackError where the folder holds anything else, and then removes nothing */
export async function resetDataFolder({ dir, postgres }: DataFolder): Promise<string> {
  const names = (await readdir(dir)).filter((name) => !STAYS.includes(name)).sort();
  const foreign = names.filter((name) => !WRITTEN.test(name));
  if (foreign.length > 0) {
    throw new StackError(
      `Nothing is removed: ${dir} also holds ${foreign.join(', ')}, which no start has made. ` +
        'Move that elsewhere, or name another folder: --data DIR',
    );
  }
  const hadKeys = names.includes('keys.json');
  // The database server of a killed start writes its data for some seconds.
  await waitForLeftover(postgres);
  await Promise.all(names.map((name) => rm(join(dir, name), { recursive: true, force: true })));
  await openDataFolder(dir);
  if (!hadKeys && !names.includes('postgres')) return `Nothing to remove in ${dir}.`;
  return `Removed from ${dir}: the databases with all accounts, webhooks and indexed blocks, the keys, secrets, ports and logs. Earlier keys no longer work.`;
}
