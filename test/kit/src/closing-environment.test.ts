import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';

const ENVIRONMENT = inRepository('test', 'kit', 'src', 'closing-environment.ts');

/** Runs files, name and text, in the environment; returns Jest's report. */
async function runJest(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-closing-'));
  try {
    // A busy machine needs longer to close what Jest itself has open.
    const testEnvironmentOptions = { patienceMs: 1_000 };
    const config = { rootDir: folder, testEnvironment: ENVIRONMENT, testEnvironmentOptions, transform: {} };
    await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const jest = inRepository('node_modules', 'jest', 'bin', 'jest.js');
    const options = ['--runInBand', '--forceExit', '--config', 'jest.config.json'];
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stderr } = spawnSync(process.execPath, [jest, ...options], { cwd: folder, env, encoding: 'utf8' });
    return stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a file that leaves something open fails by name, and one that closes all does not', async () => {
  const listening =
    "const server = require('node:net').createServer(); beforeAll((done) => void server.listen(0, done));";
  const report = await runJest({
    'open.test.js': `${listening} test('it holds', () => {});`,
    'timer.test.js': "test('it holds', () => void setTimeout(() => undefined, 60_000));",
    'closed.test.js': `${listening} afterAll((done) => void server.close(done)); test('it holds', () => {});`,
    // A timer that is not waited for keeps no process alive.
    'let-go.test.js': "test('it holds', () => void setTimeout(() => undefined, 60_000).unref());",
  });
  expect(report).toMatch(/open\.test\.js leaves open: TCPServerWrap/);
  expect(report).toMatch(/timer\.test\.js leaves open: Timeout/);
  // Each file answers for itself: the leftovers of one do not count against the next.
  expect(report).toMatch(/Test Suites: 2 failed, 2 passed/);
});

test('a file that fails reports how, whatever it leaves open', async () => {
  const report = await runJest({
    'failing.test.js':
      "beforeAll((done) => void require('node:net').createServer().listen(0, done)); test('it fails', () => expect(1).toBe(2));",
  });
  expect(report).toMatch(/failing\.test\.js leaves open: TCPServerWrap/);
  expect(report).toMatch(/● it fails/);
  expect(report).toMatch(/Tests: +1 failed, 1 total/);
});
