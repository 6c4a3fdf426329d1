import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';

export async function runJest(files: Record<string, string>, options: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-jest-'));
  try {
    const config = {
      rootDir: folder,
      runtime: join(import.meta.dirname, 'native-runtime.ts'),
      testEnvironment: join(import.meta.dirname, 'closing-environment.ts'),
      // A busy machine needs longer to close Jest's own things.
      testEnvironmentOptions: { patienceMs: 1_000 },
      transform: {},
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
    const ours = ['--runInBand', '--forceExit', '--config', 'jest.config.json'];
    const { stderr } = spawnSync(process.execPath, [jest, ...ours, ...options], { cwd: folder, encoding: 'utf8' });
    return stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
