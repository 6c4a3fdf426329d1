import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

// Each test file has its own instance of this module: its folders go when its last test has ended.
afterAll(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A new, empty folder that is removed, whatever is in it then, after the tests of this file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-test-file-'));
  folders.push(folder);
  return folder;
}
