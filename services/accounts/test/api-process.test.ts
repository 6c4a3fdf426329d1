import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { createTestDatabase } from '@ledgergraph/test-kit/database';

const secret = 'a secret for tests only';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let url: string;
let child: ChildProcess;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  env = {
    DATABASE_URL: database.url,
    PORT: String(port),
    INTERNAL_SECRET: secret,
    KEY_PEPPER: 'a pepper for tests only',
    PUBLIC_URL: 'http://localhost:4000',
    SESSION_SECRET: 'a session secret for tests only, long',
  };
  child = spawn(process.execPath, [join(import.meta.dirname, '../src/api.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the process has no stdout');
  for await (const chunk of child.stdout) if (String(chunk).includes('is up')) break;
});
afterAll(async () => {
  child.kill('SIGKILL');
  await database.drop();
});

test('it is live and, with its database, ready', async () => {
  for (const path of ['/livez', '/readyz']) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
});

test('only who knows the secret gets an answer', async () => {
  const resolve = (given: string) =>
    createClient(KeyService, createInternalTransport(url, given)).resolveKey({ keyHash: new Uint8Array(32) });
  expect((await resolve(secret)).key).toBeUndefined();
  await expect(resolve('a secret of somebody')).rejects.toThrow('[unauthenticated]');
});

test.each([
  ['http://localhost:4190', 'Browsers and fetch refuse to connect to this port'],
  ['localhost', 'Invalid'],
])('the public URL %s is refused at once', async (publicUrl, reason) => {
  const refused = spawn(process.execPath, [join(import.meta.dirname, '../src/api.ts')], {
    env: { ...env, PUBLIC_URL: publicUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: Buffer[] = [];
  refused.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  expect(await once(refused, 'close')).toEqual([1, null]);
  expect(Buffer.concat(said).toString()).toContain(`  PUBLIC_URL: ${reason}`);
});

test('SIGTERM ends it in order', async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
