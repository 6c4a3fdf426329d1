import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runRoles } from '@ledgergraph/local/repository';

async function start(env: Record<string, string>): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, runRoles('gateway'), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, output: Buffer.concat(chunks).toString('utf8') };
}

test('without what it needs the process ends, and names all of it at once', async () => {
  const { exitCode, output } = await start({ SUBGRAPH_FEES_URL: 'fees-api' });
  expect(exitCode).toBe(1);
  for (const name of [
    'PORT',
    'INTERNAL_SECRET',
    'SUBGRAPH_BLOCKS_URL',
    'SUBGRAPH_ADDRESSES_URL',
    'SUBGRAPH_FEES_URL',
  ]) {
    expect(output).toContain(`  ${name}: `);
  }
});

const NEEDED = {
  PORT: '0',
  NATS_URL: 'nats://127.0.0.1:1',
  NATS_PASSWORD: 'password of the gateway',
  NATS_SUBJECT_PREFIX: 'p',
  INTERNAL_SECRET: 's'.repeat(16),
  BLOCKS_URL: 'http://127.0.0.1:1',
  ACCOUNTS_URL: 'http://127.0.0.1:1',
  KEY_PEPPER: 'p'.repeat(16),
  SUPERGRAPH_FILE: '/nowhere',
};

test('a supergraph from a file needs a key it is signed with', async () => {
  const { exitCode, output } = await start(NEEDED);
  expect(exitCode).toBe(1);
  expect(output).toContain('SUPERGRAPH_PUBLIC_KEY_FILE: needed with SUPERGRAPH_FILE');
});

test('Apollo’s executor is no shadow of its own', async () => {
  const unsigned = { ...NEEDED, SUPERGRAPH_UNSIGNED: 'allow' };
  const { exitCode, output } = await start({ ...unsigned, EXECUTOR: 'apollo', EXECUTOR_SHADOW: '0.5' });
  expect(exitCode).toBe(1);
  expect(output).toContain('EXECUTOR_SHADOW: must be 0 with EXECUTOR=apollo');
});

test('a port that no browser connects to is refused at once', async () => {
  const { exitCode, output } = await start({ PORT: '4190' });
  expect(exitCode).toBe(1);
  expect(output).toContain('  PORT: Browsers and fetch refuse to connect to this port');
});
