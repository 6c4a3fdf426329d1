import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { StuckWatch } from './end-when-stuck.ts';

/** @param then runs after the result is written */
async function run(then: string, patienceMs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-stuck-'));
  const file = join(folder, 'result.json');
  try {
    const program = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '{}'); ${then}`;
    const child = execa(process.execPath, ['-e', program], { reject: false, env: { NODE_OPTIONS: '' } });
    using watch = new StuckWatch(file, child, patienceMs);
    const { exitCode, signal } = await child;
    return { wasStuck: watch.wasStuck, exitCode, signal };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a run that has its results and lives on is ended, and counts as stuck', async () => {
  expect(await run('setInterval(() => undefined, 1000);', 100)).toMatchObject({ wasStuck: true, signal: 'SIGKILL' });
});

test('a run that ends by itself is let be', async () => {
  expect(await run('', 60_000)).toMatchObject({ wasStuck: false, exitCode: 0 });
});
