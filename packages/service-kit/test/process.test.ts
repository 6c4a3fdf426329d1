import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
import { createLogger } from '${new URL('../src/logger.ts', import.meta.url)}';
import { runProcess } from '${new URL('../src/process.ts', import.meta.url)}';

const logger = createLogger('test', 'info');
await runProcess({ name: 'test', logger, exitsWithParent: true }, async (onStop) => {
  onStop(async () => logger.info('a last line'));
});
`;

test('a process ends with its parent, also when its log has no reader any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    // The kernel does the same when a parent is killed.
    child.stdout.destroy();
    child.stdin.end();
    const [exitCode] = await once(child, 'exit', { signal: AbortSignal.timeout(10_000) });
    expect(exitCode).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
