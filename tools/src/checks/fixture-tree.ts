import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

export async function writeTree(files: Record<string, string>): Promise<AsyncDisposable & { root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'ledgergraph-tree-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await execa('git', ['init', '--quiet'], { cwd: root });
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) };
}
