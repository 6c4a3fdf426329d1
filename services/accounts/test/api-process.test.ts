import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@connectrpc/connect';
import { runRoles } from '@ledgergraph/local/repository';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { type ApiProcess, SECRET, startApiProcess } from './start-api-process.ts';

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess();
});
afterAll(() => api.stop());

test('it is live and, with its database, ready', async () => {
  for (const path of ['/livez', '/readyz']) expect([path, (await fetch(api.url + path)).status]).toEqual([path, 200]);
});

test('only who knows the secret gets an answer', async () => {
  const resolve = (given: string) =>
    createClient(KeyService, createInternalTransport(api.url, given)).resolveKey({ keyHash: new Uint8Array(32) });
  expect((await resolve(SECRET)).key).toBeUndefined();
  await expect(resolve('a secret of somebody')).rejects.toThrow('[unauthenticated]');
});

test.each([
  ['http://localhost:4190', 'Browsers and fetch refuse to connect to this port'],
  ['localhost', 'Invalid'],
])('the public URL %s is refused at once', async (publicUrl, reason) => {
  const refused = spawn(process.execPath, runRoles('accounts-api'), {
    env: { ...api.env, PUBLIC_URL: publicUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const printed: Buffer[] = [];
  refused.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  expect(await once(refused, 'close')).toEqual([1, null]);
  expect(Buffer.concat(printed).toString()).toContain(`  PUBLIC_URL: ${reason}`);
});

test('SIGTERM ends it in order', async () => {
  const ended = once(api.child, 'exit');
  api.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
