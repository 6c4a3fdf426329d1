import { CHANGE_HEADER, ROLE_HEADER, type WantedWebhook } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { type FastifyInstance, fastify } from 'fastify';
import { createContext } from '#/context.ts';
import { createFindAddresses } from '#/delivering/find-addresses.ts';
import { createSecretBox } from '#/delivering/secret-box.ts';
import { Sender } from '#/delivering/send-request.ts';
import { parseNetworks } from '#/delivering/target-networks.ts';
import { createEndpoint } from '#/endpoints/create-endpoint.ts';
import { createPlaces } from '#/endpoints/team-places.ts';
import { EventTypes } from '#/events/event-types.ts';
import { GatewayClient } from '#/gateway/gateway-client.ts';
import { type ManagementDeps, serveManagement } from '#/management/serve-management.ts';
import { createMetrics } from '#/metrics.ts';
import { runWorkers } from '#/teams/run-workers.ts';
import type { TeamAccess } from '#/teams/team-access.ts';
import { FakeGateway } from './fake-gateway.ts';
import { Receiver } from './receiver.ts';

export const TEAM = 'a-team';
export const WEBHOOKS = `/teams/${TEAM}/webhooks`;
export const SECRET = 'a secret for tests only';

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
  const server = await serve(deps);
  const parts = { db, gateway, receiver, deps, mails, access, clock, server };
  return {
    ...parts,
    ask: asker(server),
    create: ({ source, teamId = TEAM, ...wanted }: Partial<WantedWebhook & { source: object; teamId: string }> = {}) =>
      createEndpoint(deps, teamId, { ...usualWebhook, url: receiver.url, ...source, ...wanted }),
    /** @returns how to stop */
    work: (holder = 'one') => {
      const stop = runWorkers(deps, holder);
      stops.push(stop);
      return stop;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await server.close();
      await Promise.all([gateway.stop(), receiver.stop(), client.close(), sender.close()]);
      await db.$disconnect();
      await database.drop();
    },
  };
}

async function serve(deps: ManagementDeps): Promise<FastifyInstance> {
  const server = fastify();
  await serveManagement(server, deps);
  return server;
}

const usualWebhook = {
  environment: 'test',
  description: '',
  eventType: 'block.new',
  operation: '',
  variables: {},
  isParallel: false,
} as const;

function asker(server: FastifyInstance) {
  return async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, asked: Asked = {}) => {
    const { role = 'manager', changeId } = asked;
    const headers = { [ROLE_HEADER]: role, ...(changeId !== undefined && { [CHANGE_HEADER]: changeId }) };
    const answer = await server.inject({ method, url: path, headers, ...(body !== undefined && { payload: body }) });
    return { status: answer.statusCode, body: answer.json() as Untyped, text: answer.body };
  };
}

type Asked = { role?: 'manager' | 'viewer' | ''; changeId?: string };

export type WebhookStand = Awaited<ReturnType<typeof startWebhooks>>;

function usualAccess(): TeamAccess {
  return {
    keyHashes: { live: new Uint8Array(32).fill(1), test: new Uint8Array(32).fill(2) },
    endpointsMax: 3,
    deliveriesPerSecond: null,
    bytesPerEndpoint: null,
  };
}
