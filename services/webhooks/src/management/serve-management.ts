import {
  CHANGE_HEADER,
  type CreatedWebhook,
  type DeliveryPage,
  deliveryPageSchema,
  newWebhookSchema,
  ROLE_HEADER,
  type RotatedSecret,
  replaySchema,
  type TestedWebhook,
  type Webhook,
  webhookChangeSchema,
} from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { SignedCursor } from '@ledgergraph/service-kit/cursor/signed-cursor';
import type { Logger } from '@ledgergraph/service-kit/logger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { settleChange } from '#/db/changes.ts';
import { countQueued, findFailing, listDeliveries } from '#/db/deliveries.ts';
import { type Endpoint, listTeamEndpoints, UUID } from '#/db/endpoints.ts';
import { changeEndpoint, getEndpoint, removeEndpoint, rotateSecret } from '#/endpoints/change-endpoint.ts';
import { readTypes } from '#/endpoints/check-source.ts';
import { createEndpoint } from '#/endpoints/create-endpoint.ts';
import type { EndpointDeps } from '#/endpoints/endpoint-deps.ts';
import { replay } from '#/endpoints/replay.ts';
import { testEndpoint } from '#/endpoints/test-endpoint.ts';
import { WebhookError } from '#/webhook-error.ts';
import { answerErrors, readInput } from './answer-errors.ts';
import { serveEvents } from './serve-events.ts';
import { toAttempt, toDelivery, toEventType, toWebhook } from './to-webhook.ts';

const QUEUED_COUNTED = 10_000;

export type ManagementDeps = EndpointDeps & {
  logger: Logger;
  /** One or several secrets, divided by commas. */
  cursorSecret: string;
};

/** For accounts, which decides on permissions. */
export async function serveManagement(server: FastifyInstance, deps: ManagementDeps): Promise<void> {
  await server.register(async (scope) => {
    answerErrors(scope, deps.logger);
    readingRoutes(scope, deps);
    changingRoutes(scope, deps);
    actionRoutes(scope, deps);
    serveEvents(scope, deps);
  });
}

function readingRoutes(scope: FastifyInstance, deps: ManagementDeps): void {
  scope.get('/webhook-event-types', async () => {
    const { types } = await readTypes(deps.types);
    return { eventTypes: [...types.values()].map(toEventType) };
  });

  scope.get('/teams/:team/webhooks', async (request): Promise<{ webhooks: Webhook[] }> => {
    const endpoints = await listTeamEndpoints(deps.db, placeOf(request).teamId);
    return { webhooks: await Promise.all(endpoints.map((endpoint) => describe(deps, endpoint, request))) };
  });

  scope.get('/teams/:team/webhooks/:webhook/deliveries', async (request): Promise<DeliveryPage> => {
    const { teamId, id } = placeOf(request);
    const { cursor, limit } = readInput(deliveryPageSchema, request.query);
    await getEndpoint(deps, teamId, id);
    const cursors = new SignedCursor(deps.cursorSecret, `deliveries ${id}`);
    const before = cursor === undefined ? undefined : cursors.open(cursor);
    if (cursor !== undefined && before === undefined)
      throw new WebhookError('INVALID', 'The cursor is not one of ours.');
    const found = await listDeliveries(deps.db, id, limit + 1, before === undefined ? undefined : BigInt(before));
    const page = found.slice(0, limit);
    return {
      deliveries: page.map((delivery) => toDelivery(delivery, isManager(request))),
      nextCursor: found.length > limit ? cursors.seal(String(page.at(-1)?.id)) : null,
    };
  });
}

function changingRoutes(scope: FastifyInstance, deps: ManagementDeps): void {
  scope.post('/teams/:team/webhooks', async (request, reply): Promise<CreatedWebhook> => {
    const wanted = readInput(newWebhookSchema, request.body);
    const { endpoint, secret } = await createEndpoint(deps, placeOf(request).teamId, wanted, changeOf(request));
    reply.code(201);
    // A new one has no deliveries, and a count that fails must not fail its creation.
    return { secret, webhook: toWebhook(endpoint, { queued: 0, failing: null, now: deps.now() }, true) };
  });

  scope.patch('/teams/:team/webhooks/:webhook', async (request): Promise<Webhook> => {
    const { teamId, id } = placeOf(request);
    const change = readInput(webhookChangeSchema, request.body);
    return describe(deps, await changeEndpoint(deps, teamId, id, change, changeOf(request)), request);
  });

  scope.delete('/teams/:team/webhooks/:webhook', async (request) => {
    const { teamId, id } = placeOf(request);
    await removeEndpoint(deps, teamId, id, changeOf(request));
    return {};
  });
}

function actionRoutes(scope: FastifyInstance, deps: ManagementDeps): void {
  scope.post('/teams/:team/webhooks/:webhook/rotate-secret', async (request): Promise<RotatedSecret> => {
    const { teamId, id } = placeOf(request);
    const { secret, previousUntil } = await rotateSecret(deps, teamId, id, changeOf(request));
    return { secret, previousSecretUntil: previousUntil.toISOString() };
  });

  scope.post('/teams/:team/webhooks/:webhook/test', async (request): Promise<TestedWebhook> => {
    const { teamId, id } = placeOf(request);
    const { attempt, payload } = await testEndpoint(deps, teamId, id, changeOf(request));
    return { attempt: toAttempt(attempt, true), payload };
  });

  scope.post('/teams/:team/webhooks/:webhook/replay', async (request): Promise<Webhook> => {
    const { teamId, id } = placeOf(request);
    const from = readInput(replaySchema, request.body);
    return describe(deps, await replay(deps, teamId, id, from, changeOf(request)), request);
  });

  scope.post('/webhook-changes/:change/settle', async ({ params }) => {
    const { change } = params as { change: string };
    if (!UUID.test(change)) throw new WebhookError('INVALID', 'The id of a change must be a UUID.');
    return { wasMade: await settleChange(deps.db, change) };
  });
}

async function describe({ db, now }: ManagementDeps, endpoint: Endpoint, request: FastifyRequest): Promise<Webhook> {
  const isFailing = endpoint.state === 'active' && endpoint.failingSince !== null;
  const failing = isFailing ? await findFailing(db, endpoint.id) : null;
  const queued = await countQueued(db, endpoint.id, QUEUED_COUNTED);
  return toWebhook(endpoint, { queued, failing, now: now() }, isManager(request));
}

function placeOf({ params }: FastifyRequest): { teamId: string; id: string } {
  const { team, webhook = '' } = params as { team: string; webhook?: string };
  return { teamId: team, id: webhook };
}

function isManager({ headers }: FastifyRequest): boolean {
  return headers[ROLE_HEADER] === 'manager';
}

function changeOf({ headers }: FastifyRequest): string | undefined {
  const id = headers[CHANGE_HEADER];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !UUID.test(id)) throw new WebhookError('INVALID', 'The id of a change must be a UUID.');
  return id;
}
