import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { runRoles } from '@ledgergraph/local/repository';
import { TeamService } from '@ledgergraph/proto-schemas/accounts/v1/teams';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';
import { createSecretBox } from '#/delivering/secret-box.ts';
import { FakeGateway } from './fake-gateway.ts';
import { Receiver } from './receiver.ts';
import { until } from './until.ts';
import { SECRET } from './webhook-stand.ts';

/** `npm run test:long` sets a higher number. */
const KILLS = Number(process.env.TEST_KILLS ?? 40);
const BLOCKS_EACH = 3;
const KEY = 'a key that encrypts the secrets of tests';
const TEAM = 'a team';
const LIFE_MS = 120;

test(`${KILLS} kills lose no delivery, and every repeat has the id that the event had`, async () => {
  const database = await createTestDatabase({ service: 'webhooks' });
  const { db } = createContext(database.url);
  const gateway = new FakeGateway();
  const gatewayUrl = await gateway.start();
  const receiver = await new Receiver().start();
  const accounts = await startAccounts();
  const { hostname } = new URL(receiver.url);
  const secret = createSecretBox(KEY).seal('whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0');
  await db.team.create({ data: { id: TEAM } });
  await db.endpoint.create({
    data: {
      teamId: TEAM,
      environment: 'test',
      url: receiver.url,
      description: '',
      eventType: 'block.new',
      operation: '',
      variables: {},
      secret,
    },
  });
  const env = {
    ...process.env,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    INTERNAL_SECRET: SECRET,
    GATEWAY_URL: gatewayUrl,
    ACCOUNTS_URL: accounts.url,
    WEBHOOK_SECRET_KEY: KEY,
    WEBHOOK_ALLOWED_NETWORKS: `${hostname}/32`,
    WEBHOOK_RETRY_SECONDS: '1',
  };
  // The first process finds the place where events begin.
  const first = start(env);
  await until(() => expect(gateway.openStreams).toBe(1));
  await until(async () => expect((await db.endpoint.findFirstOrThrow()).cursor).not.toBeNull());
  // It ends in order and so leaves its compiled modules to the others, which cannot.
  await end(first, 'SIGTERM');

  let height = 0;
  for (let kills = 1; kills < KILLS; kills += 1) {
    for (let block = 0; block < BLOCKS_EACH; block += 1) gateway.addBlock(++height);
    const attempts = receiver.attempts.length;
    const child = start(env);
    await until(() => expect(gateway.openStreams + receiver.attempts.length - attempts).toBeGreaterThan(0));
    await wait(Math.random() * LIFE_MS);
    await kill(child);
  }
  const last = start(env);
  await until(() => expect(new Set(receiver.heights).size).toBe(height));
  await until(async () => expect(await db.delivery.count({ where: { state: 'queued' } })).toBe(0));
  await kill(last);

  const idsByHeight = Map.groupBy(receiver.delivered, ({ body }) => body.extensions.chain[0].height);
  expect([...idsByHeight.keys()]).toEqual(Array.from({ length: height }, (_, index) => index + 1));
  for (const requests of idsByHeight.values()) {
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  }
  expect(await db.delivery.count()).toBe(height);
  await Promise.all([gateway.stop(), receiver.stop(), accounts.stop()]);
  await db.$disconnect();
  await database.drop();
});

function start(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, runRoles('webhooks-api'), { env, stdio: 'ignore' });
}

async function kill(child: ChildProcess): Promise<void> {
  await end(child, 'SIGKILL');
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null) throw new Error(`the process ended by itself, with ${child.exitCode}`);
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function startAccounts() {
  const server = await createInternalServer({
    secret: SECRET,
    logger: createLogger('accounts', 'silent'),
    ready: async () => ({ ready: true }),
    connect: (router) =>
      router.service(TeamService, {
        getWebhookAccess: () => ({ testKeyHash: new Uint8Array(32) }),
        mailEndpointDisabled: () => ({}),
      }),
  });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), stop: () => server.close() };
}
