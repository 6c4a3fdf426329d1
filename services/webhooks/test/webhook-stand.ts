import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';
import { createFindAddresses } from '#/delivering/find-addresses.ts';
import { createSecretBox } from '#/delivering/secret-box.ts';
import { Sender } from '#/delivering/send-request.ts';
import { parseNetworks } from '#/delivering/target-networks.ts';
import { createEndpoint, type NewEndpoint } from '#/endpoints/create-endpoint.ts';
import { createPlaces } from '#/endpoints/team-places.ts';
import { EventTypes } from '#/events/event-types.ts';
import { GatewayClient } from '#/gateway/gateway-client.ts';
import { createMetrics } from '#/metrics.ts';
import { runWorkers } from '#/teams/run-workers.ts';
import type { TeamAccess } from '#/teams/team-access.ts';
import { FakeGateway } from './fake-gateway.ts';
import { Receiver } from './receiver.ts';

export const TEAM = 'a team';
export const SECRET = 'a secret for tests only';

/** Webhooks on a database of its own, with a gateway and a receiver that a test leads. */
export async function startWebhooks({ timeoutMs = 2_000 }: { timeoutMs?: number } = {}) {
  const database = await createTestDatabase({ service: 'webhooks' });
  const { db } = createContext(database.url);
  const gateway = new FakeGateway();
  const client = new GatewayClient(await gateway.start(), SECRET);
  const receiver = await new Receiver().start();
  const allowed = parseNetworks('127.0.0.0/8');
  const findAddresses = createFindAddresses();
  const sender = new Sender(allowed, findAddresses, timeoutMs);
  const mails: { teamId: string; url: string; reason: string }[] = [];
  const access: { now: TeamAccess | null } = { now: usualAccess() };
  const clock = { offsetMs: 0 };
  const deps = {
    db,
    gateway: client,
    types: new EventTypes(client),
    sender,
    allowed,
    findAddresses,
    cursorSecret: SECRET,
    places: createPlaces(),
    box: createSecretBox('a key that encrypts the secrets of tests'),
    accounts: {
      access: async () => access.now,
      mailDisabled: async (teamId: string, url: string, reason: string) => void mails.push({ teamId, url, reason }),
    },
    metrics: createMetrics(undefined, db),
    retrySeconds: [0.05, 0.1, 0.2, 60],
    logger: createLogger('test', 'silent'),
    now: () => new Date(Date.now() + clock.offsetMs),
  };
  const stops: (() => Promise<void>)[] = [];
  return {
    ...{ db, gateway, receiver, deps, mails, access, clock },
    /** Makes an endpoint at the receiver. */
    create: (wanted: Partial<NewEndpoint> = {}) =>
      createEndpoint(deps, {
        teamId: TEAM,
        environment: 'test',
        url: receiver.url,
        description: '',
        source: { eventType: 'block.new', operation: '', variables: {} },
        isParallel: false,
        ...wanted,
      }),
    /** Starts a process's work. @returns how to stop it */
    work: (holder = 'one') => {
      const stop = runWorkers(deps, holder);
      stops.push(stop);
      return stop;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([gateway.stop(), receiver.stop(), client.close(), sender.close()]);
      await db.$disconnect();
      await database.drop();
    },
  };
}

export type WebhookStand = Awaited<ReturnType<typeof startWebhooks>>;

function usualAccess(): TeamAccess {
  return {
    keyHashes: { live: new Uint8Array(32).fill(1), test: new Uint8Array(32).fill(2) },
    endpointsMax: 3,
    deliveriesPerSecond: null,
    bytesPerEndpoint: null,
  };
}
