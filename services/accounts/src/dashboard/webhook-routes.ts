import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayManageWebhooks, maySeeTeam } from '#/teams/rights.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type ReplayFrom,
  replayEvents,
  rotateSecret,
  sendTestEvent,
} from '#/webhooks/manage-webhooks.ts';
import { asked } from '#/webhooks/webhooks-error.ts';
import { forTeamOrKey, getCallerOrKey, pathPart, type TeamCaller } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { CHANGING, READING } from './rates.ts';
import { readInput } from './read-input.ts';
import { toAttempt, toDelivery, toInstant, toSeenDelivery, toSeenWebhook, toWebhook } from './to-webhook.ts';
import * as contract from './webhook-contract.ts';

const PAGE = 25;

/** The webhooks of a team. */
export function webhookRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get('/webhook-event-types', READING, async (request): Promise<{ eventTypes: contract.WebhookEventType[] }> => {
    await getCallerOrKey(deps, request);
    const { eventTypes } = await asked(deps.webhooks().listEventTypes({}));
    return {
      eventTypes: eventTypes.map(({ name, description, operation, variables }) => ({
        name,
        description,
        operation,
        variables: variables.map(({ $typeName: _type, $unknown: _unknown, ...variable }) => variable),
      })),
    };
  });

  scope.get(
    '/teams/:team/webhooks',
    READING,
    forTeamOrKey(deps, maySeeTeam, async ({ teamId, role }): Promise<{ webhooks: contract.Webhook[] }> => {
      const { endpoints } = await asked(deps.webhooks().listEndpoints({ teamId }));
      const show = mayManageWebhooks(role) ? toWebhook : toSeenWebhook;
      return { webhooks: endpoints.map(show) };
    }),
  );

  scope.get(
    '/teams/:team/webhooks/:webhook/deliveries',
    READING,
    forTeamOrKey(deps, maySeeTeam, async (caller, request): Promise<contract.DeliveryPage> => {
      const { cursor = '' } = readInput(contract.deliveryPageSchema, request.query);
      const asking = deps.webhooks().listDeliveries({ ...placeOf(caller, request), limit: PAGE, cursor });
      const { deliveries, nextCursor } = await asked(asking);
      const show = mayManageWebhooks(caller.role) ? toDelivery : toSeenDelivery;
      return { deliveries: deliveries.map(show), nextCursor: nextCursor || null };
    }),
  );

  addChanges(scope, deps);
  addActions(scope, deps);
}

function addChanges(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhooks',
    { ...CHANGING, bodyLimit: contract.WEBHOOK_BODY_BYTES_MAX },
    forTeamOrKey(deps, mayManageWebhooks, async (caller, { body }, reply): Promise<contract.CreatedWebhook> => {
      const { eventType, operation, variables, fromHeight, ...rest } = readInput(contract.newWebhookSchema, body);
      const source = { eventType, operation, variables };
      const wanted = { ...rest, source, ...(fromHeight !== undefined && { fromHeight: BigInt(fromHeight) }) };
      const { endpoint, secret } = await createEndpoint(deps, caller.actor, caller.teamId, wanted);
      reply.code(201);
      return { secret, webhook: toWebhook(endpoint) };
    }),
  );

  scope.patch(
    '/teams/:team/webhooks/:webhook',
    { ...CHANGING, bodyLimit: contract.WEBHOOK_BODY_BYTES_MAX },
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request): Promise<contract.Webhook> => {
      const change = readInput(contract.webhookChangeSchema, request.body);
      return toWebhook(await changeEndpoint(deps, caller.actor, placeOf(caller, request), change));
    }),
  );

  scope.delete(
    '/teams/:team/webhooks/:webhook',
    CHANGING,
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request) => {
      await deleteEndpoint(deps, caller.actor, placeOf(caller, request));
      return {};
    }),
  );
}

function addActions(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhooks/:webhook/rotate-secret',
    CHANGING,
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request): Promise<contract.RotatedSecret> => {
      const { secret, previousSecretUntilMs } = await rotateSecret(deps, caller.actor, placeOf(caller, request));
      return { secret, previousSecretUntil: toInstant(previousSecretUntilMs) };
    }),
  );

  scope.post(
    '/teams/:team/webhooks/:webhook/test',
    CHANGING,
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request): Promise<contract.TestedWebhook> => {
      const { attempt, payloadJson } = await sendTestEvent(deps, caller.actor, placeOf(caller, request));
      if (attempt === undefined) throw new Error('webhooks answered without its attempt');
      return { attempt: toAttempt(attempt), payload: payloadJson };
    }),
  );

  scope.post(
    '/teams/:team/webhooks/:webhook/replay',
    CHANGING,
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request): Promise<contract.Webhook> => {
      const from = toReplay(readInput(contract.replaySchema, request.body));
      return toWebhook(await replayEvents(deps, caller.actor, placeOf(caller, request), from));
    }),
  );
}

function placeOf({ teamId }: TeamCaller, request: FastifyRequest): { teamId: string; endpointId: string } {
  return { teamId, endpointId: pathPart(request, 'webhook') };
}

function toReplay(from: contract.Replay): ReplayFrom {
  if ('fromHeight' in from) return { case: 'height', value: BigInt(from.fromHeight) };
  if ('deliveryId' in from) return { case: 'deliveryId', value: from.deliveryId };
  return { case: 'timeSeconds', value: BigInt(Math.floor(Date.parse(from.fromTime) / 1_000)) };
}
