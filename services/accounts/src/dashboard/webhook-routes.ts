import { hideUrl } from '@ledgergraph/proto-schemas/webhooks/hide-url';
import {
  deliveryPageSchema,
  newWebhookSchema,
  replaySchema,
  WEBHOOK_BODY_BYTES_MAX,
  webhookChangeSchema,
} from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditAction, AuditDetails } from '#/audit/record-audit.ts';
import { isUuid } from '#/db/api-keys.ts';
import { mayManageWebhooks, maySeeTeam } from '#/teams/rights.ts';
import { changeWebhooks, checkEventType, restoreKey, type WebhookPlace } from '#/webhooks/change-webhooks.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { forTeamOrKey, getCallerOrKey, pathPart, type TeamCaller } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { notFound } from './dashboard-error.ts';
import { CHANGING, READING } from './rates.ts';
import { readInput } from './read-input.ts';

export function webhookRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get('/webhook-event-types', READING, async (request, reply) => {
    await getCallerOrKey(deps, request);
    return passOn(reply, await deps.webhooks({ path: '/webhook-event-types' }));
  });

  scope.get(
    '/teams/:team/webhooks',
    READING,
    forTeamOrKey(deps, maySeeTeam, async ({ teamId, role }, _request, reply) =>
      passOn(reply, await deps.webhooks({ path: `/teams/${teamId}/webhooks`, role: roleOf(role) })),
    ),
  );

  scope.get(
    '/teams/:team/webhooks/:webhook/deliveries',
    READING,
    forTeamOrKey(deps, maySeeTeam, async (caller, request, reply) => {
      const { cursor, limit } = readInput(deliveryPageSchema, request.query);
      const query = new URLSearchParams({ limit: String(limit), ...(cursor !== undefined && { cursor }) });
      const path = `${pathOf(placeOf(caller, request))}/deliveries?${query}`;
      return passOn(reply, await deps.webhooks({ path, role: roleOf(caller.role) }));
    }),
  );

  createRoute(scope, deps);
  changeRoute(scope, deps);
  actionRoutes(scope, deps);
}

function createRoute(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhooks',
    { ...CHANGING, bodyLimit: WEBHOOK_BODY_BYTES_MAX },
    forTeamOrKey(deps, mayManageWebhooks, async ({ actor, teamId }, request, reply) => {
      const body = readInput(newWebhookSchema, request.body);
      const { environment, url, eventType, isParallel } = body;
      await ensureWebhookKey(deps, actor, teamId, environment, () => checkEventType(deps, eventType));
      const details = { environment, url: hideUrl(url), eventType: eventType ?? 'own subscription', isParallel };
      const entry = { action: 'webhook.create', teamId, details } as const;
      const path = `/teams/${teamId}/webhooks`;
      return answer(reply, await changeWebhooks(deps, actor, entry, { method: 'POST', path, body }));
    }),
  );
}

function changeRoute(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.patch(
    '/teams/:team/webhooks/:webhook',
    { ...CHANGING, bodyLimit: WEBHOOK_BODY_BYTES_MAX },
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request, reply) => {
      const body = readInput(webhookChangeSchema, request.body);
      const { url, variables, ...others } = body;
      const place = placeOf(caller, request);
      // A webhook that resumes needs its key.
      if (body.state === 'active' || variables !== undefined) await restoreKey(deps, caller.actor, place);
      const details = {
        ...others,
        ...(url !== undefined && { url: hideUrl(url) }),
        ...(variables !== undefined && { variables: Object.keys(variables) }),
      };
      const entry = entryOf('webhook.change', place, details as AuditDetails);
      const changed = await changeWebhooks(deps, caller.actor, entry, { method: 'PATCH', path: pathOf(place), body });
      return answer(reply, changed);
    }),
  );
}

function actionRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const act = (method: 'POST' | 'DELETE', action: AuditAction, end: string) =>
    forTeamOrKey(deps, mayManageWebhooks, async (caller, request, reply) => {
      const from = action === 'webhook.replay' ? readInput(replaySchema, request.body) : undefined;
      const place = placeOf(caller, request);
      const entry = entryOf(action, place, from as AuditDetails | undefined);
      const asked = { method, path: pathOf(place) + end, ...(from !== undefined && { body: from }) };
      return answer(reply, await changeWebhooks(deps, caller.actor, entry, asked));
    });
  const path = '/teams/:team/webhooks/:webhook';
  scope.delete(path, CHANGING, act('DELETE', 'webhook.delete', ''));
  scope.post(`${path}/rotate-secret`, CHANGING, act('POST', 'webhook.rotate-secret', '/rotate-secret'));
  scope.post(`${path}/test`, CHANGING, act('POST', 'webhook.test', '/test'));
  scope.post(`${path}/replay`, CHANGING, act('POST', 'webhook.replay', '/replay'));
}

function entryOf(action: AuditAction, { teamId, webhookId }: WebhookPlace, details: AuditDetails = {}) {
  return { action, teamId, subjectId: webhookId, details };
}

/** Throws NOT_FOUND for a text that is no id of a webhook. */
function placeOf({ teamId }: TeamCaller, request: FastifyRequest): WebhookPlace {
  const webhookId = pathPart(request, 'webhook');
  if (!isUuid(webhookId)) throw notFound('webhook endpoint');
  return { teamId, webhookId };
}

function pathOf({ teamId, webhookId }: WebhookPlace): string {
  return `/teams/${teamId}/webhooks/${webhookId}`;
}

function roleOf(role: TeamCaller['role']): 'manager' | 'viewer' {
  return mayManageWebhooks(role) ? 'manager' : 'viewer';
}

async function passOn(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  return answer(reply, { status: response.status, json: await response.text() });
}

function answer(reply: FastifyReply, { status, json }: { status: number; json: string }): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(json);
}
