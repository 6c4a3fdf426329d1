import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from '#/jest/after-file.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-test-file-'));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
