import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@connectrpc/connect';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { KeyService } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { QuotaService } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { pino } from 'pino';
import { FRESH_MS } from '#/auth/key-cache.ts';
import { GatewayStand, PEPPER, SECRET } from './gateway-stand.ts';

const PREFIX = 'lifecycle';
const ADMIN = join(import.meta.dirname, '../../deploy/program/src/admin.ts');
/** For timers, and for answers on their way. */
const SLACK_MS = 500;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let accountsUrl: string;
let natsUrl: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ service: 'accounts' });
  const [accountsPort, natsPort] = [await findFreePort(), await findFreePort()];
  natsUrl = `nats://127.0.0.1:${natsPort}`;
  accountsUrl = `http://127.0.0.1:${accountsPort}`;
  children.push(
    spawn(process.env.TEST_NATS_SERVER ?? 'nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
      stdio: 'ignore',
    }),
    spawn(process.execPath, runRoles('accounts-api'), {
      env: {
        PORT: String(accountsPort),
        INTERNAL_SECRET: SECRET,
        DATABASE_URL: database.url,
        KEY_PEPPER: PEPPER,
        PUBLIC_URL: 'http://localhost:4000',
        SESSION_SECRET: 'a secret for sessions of tests only',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await waitFor(async () => (await fetch(`${accountsUrl}/readyz`)).ok, { what: 'accounts' });
});
afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await database.drop();
});

async function command(nats: boolean, ...args: string[]): Promise<unknown> {
  const bus = nats ? { NATS_URL: natsUrl, NATS_PASSWORD: 'password of accounts', NATS_SUBJECT_PREFIX: PREFIX } : {};
  const env = { DATABASE_URL: database.url, KEY_PEPPER: PEPPER, ...bus };
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args, '--json'], {
    env,
  });
  return JSON.parse(stdout);
}

async function createKey(nats: boolean, user: string): Promise<{ key: string; id: string }> {
  const created = await command(nats, 'keys', 'create', '--live', '--user', user);
  const { value, key } = created as { value: string; key: { id: string } };
  return { key: value, id: key.id };
}

async function startGateway(nats: boolean): Promise<{ stand: GatewayStand; stop: () => Promise<void> }> {
  const logger = pino({ level: 'silent' });
  const real = nats ? connectBus({ url: natsUrl, prefix: PREFIX, name: 'test', logger }) : undefined;
  await real?.connected;
  const transport = createInternalTransport(accountsUrl, SECRET);
  const stand = new GatewayStand({
    bus: real ?? new MemoryBus(),
    accounts: {
      keys: createClient(KeyService, transport),
      quotas: createClient(QuotaService, transport),
      url: accountsUrl,
      secret: SECRET,
      pepper: PEPPER,
    },
  });
  await stand.start();
  return {
    stand,
    stop: async () => {
      await stand.stop();
      await real?.close();
    },
  };
}

/** `end` returns the start of the last call that was answered. */
function callAlways(stand: GatewayStand, key: string): { end: () => Promise<number>; status: () => number } {
  let goesOn = true;
  let status = 0;
  let lastAnswered = 0;
  const calls = (async () => {
    while (goesOn) {
      const beganAt = performance.now();
      ({ status } = await stand.query('{ __typename }', {}, { authorization: `Bearer ${key}` }));
      if (status === 200) lastAnswered = beganAt;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return lastAnswered;
  })();
  return {
    status: () => status,
    end: async () => {
      goesOn = false;
      return calls;
    },
  };
}

test.each([
  ['heard over NATS', true, 1_000],
  ['without NATS', false, FRESH_MS],
])('a revoked key ends within the promised time: %s', async (_what, nats, promisedMs) => {
  const { stand, stop } = await startGateway(nats);
  try {
    const { key, id } = await createKey(nats, `${nats}@example.org`);
    const calls = callAlways(stand, key);
    await waitFor(() => calls.status() === 200, { what: 'the key to work' });
    await command(nats, 'keys', 'revoke', id);
    const revokedAt = performance.now();
    await waitFor(() => calls.status() === 401, { what: 'the key to end' });
    expect((await calls.end()) - revokedAt).toBeLessThan(promisedMs + SLACK_MS);
  } finally {
    await stop();
  }
});

test('its calls are in the database when the gateway has stopped, to the unit', async () => {
  const { stand, stop } = await startGateway(true);
  const { key, id } = await createKey(true, 'counted@example.org');
  const headers = { authorization: `Bearer ${key}` };
  const statuses: number[] = [];
  for (const query of ['{ __typename }', '{ __typename }', '{ nonsense }', '{ __typename }']) {
    statuses.push((await stand.query(query, {}, headers)).status);
  }
  await stop();
  expect(statuses).toEqual([200, 200, 400, 200]);
  const usage = (await command(true, 'usage')) as { keyId: string; status: string; calls: unknown }[];
  const counts = usage.filter(({ keyId }) => keyId === id).map(({ status, calls }) => [status, Number(calls)]);
  expect(Object.fromEntries(counts)).toEqual({ answered: 3, rejected: 1 });
});
