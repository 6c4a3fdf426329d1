import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForLeftover } from '#/postgres/wait-for-leftover.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { StackError } from './stack-error.ts';

/**
 * The lock is held by the caller. Programs that were fetched are no data, and take a while to fetch. Results of benchmarks and times of tests are of other
 * commands.
 */
const STAYS = ['lock.json', 'bin', 'bench', 'test-times.json'];
/** Everything else that starts write; a file that was being written has `.new` behind its name. */
const WRITTEN =
  /^(postgres|logs|(secrets|ports|keys|node-[\w.-]+)\.json|node-[\w.-]+\.json\.blocks|nats\.conf|networks\.yaml|accounts\.env)(\.new)?$/;

/**
 * Removes all that earlier starts have kept in a data folder, so that the next one begins from nothing. The caller holds the lock:
 * no stack runs on it.
 *
 * @returns what was removed, in words
 * @throws StackError where the folder holds anything else: it may not be a data folder, and nothing is removed
 */
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
  // The database server of a start that was killed writes its data for some seconds.
  await waitForLeftover(postgres);
  await Promise.all(names.map((name) => rm(join(dir, name), { recursive: true, force: true })));
  await openDataFolder(dir);
  if (!hadKeys && !names.includes('postgres')) return `Nothing to remove in ${dir}.`;
  return `Removed from ${dir}: the databases with all accounts, webhooks and indexed blocks, the keys, secrets, ports and logs. Earlier keys no longer work.`;
}
