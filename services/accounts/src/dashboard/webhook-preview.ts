import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccountsError } from '#/accounts-error.ts';
import { findWebhookKey } from '#/db/api-keys.ts';
import { mayManageWebhooks } from '#/teams/rights.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { checkEventType, toEnvironment, toSource } from '#/webhooks/manage-webhooks.ts';
import { toAccountsError } from '#/webhooks/webhooks-error.ts';
import { forTeam, readTeamCaller } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { DashboardError } from './dashboard-error.ts';
import { EventStream } from './event-stream.ts';
import { STREAMING } from './rates.ts';
import { readInput } from './read-input.ts';
import {
  type PreviewedEvent,
  WEBHOOK_BODY_BYTES_MAX,
  type WebhookPreview,
  webhookPreviewSchema,
} from './webhook-contract.ts';

/** No one fills in a form for longer; a page that was forgotten must not spend units for ever. */
const PREVIEW_MAX_MS = 10 * 60_000;
/** Each event of a live key costs one unit of the team's month. */
export const PREVIEW_EVENTS_MAX = 10;
/** A developer's program listens for a day; one that was forgotten must not spend units for ever. */
const LISTEN_MAX_MS = 24 * 60 * 60_000;
/** How often a stream that lasts looks whether its reader is still signed in, and may still see the events. */
const LISTEN_CHECK_MS = 10_000;

type Watched = { webhookId: string; eventType: string; payloadJson: string };

/**
 * Events as a webhook with these settings would receive them, as Server-Sent Events, while its owner fills in the form. It reads with the key
 * of the team's webhooks, and makes none.
 */
export function webhookPreview(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhook-preview',
    { ...STREAMING, bodyLimit: WEBHOOK_BODY_BYTES_MAX },
    forTeam(deps, mayManageWebhooks, async ({ teamId }, { body }, reply) => {
      const settings = readInput(webhookPreviewSchema, body);
      await requireKey(deps, teamId, settings.environment);
      const closing = new AbortController();
      const events = watch(deps, teamId, settings, closing.signal);
      return await sendEvents(events, reply, closing, { forMs: PREVIEW_MAX_MS, eventsMax: PREVIEW_EVENTS_MAX });
    }),
  );
}

/**
 * The same events for a program on a developer's machine, until it ends: `ledgergraph webhooks listen`. It makes the key of the team's webhooks
 * where there is no key, as a webhook does. It ends when its reader is signed out or loses the right.
 */
export function webhookListen(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhook-listen',
    { ...STREAMING, bodyLimit: WEBHOOK_BODY_BYTES_MAX },
    forTeam(deps, mayManageWebhooks, async ({ teamId, actor }, request, reply) => {
      const settings = readInput(webhookPreviewSchema, request.body);
      const check = () => checkEventType(deps, settings.eventType ?? null);
      await ensureWebhookKey(deps, actor, teamId, settings.environment, check);
      const closing = new AbortController();
      const events = watch(deps, teamId, settings, closing.signal);
      const checking = setInterval(() => void endWithoutRight(deps, request, closing), LISTEN_CHECK_MS);
      closing.signal.addEventListener('abort', () => clearInterval(checking));
      return await sendEvents(events, reply, closing, { forMs: LISTEN_MAX_MS, eventsMax: Number.POSITIVE_INFINITY });
    }),
  );
}

/** A look that fails, as while the database is away, ends the stream too: the program opens another. */
async function endWithoutRight(deps: DashboardDeps, request: FastifyRequest, closing: AbortController): Promise<void> {
  const { auth, db } = deps;
  await readTeamCaller({ auth, db }, mayManageWebhooks, request).catch(() => closing.abort());
}

/** Throws CONFLICT for a team whose webhooks have no key. */
async function requireKey({ db, now }: DashboardDeps, teamId: string, environment: 'live' | 'test'): Promise<void> {
  if ((await findWebhookKey(db, teamId, environment, now())) !== null) return;
  const message = `A preview reads with the team's ${environment} key for webhooks, which is made with the first webhook.`;
  throw new DashboardError('CONFLICT', message);
}

function watch(
  { webhooks }: DashboardDeps,
  teamId: string,
  { environment, eventType = null, operation = '', variables = {} }: WebhookPreview,
  signal: AbortSignal,
): AsyncIterator<Watched> {
  const source = toSource({ eventType, operation, variables });
  const wanted = { teamId, environment: toEnvironment(environment), source };
  return webhooks().watchEvents(wanted, { signal, timeoutMs: 0 })[Symbol.asyncIterator]();
}

/** Sends events until the reader is gone, the time is over, or there were enough. */
async function sendEvents(
  events: AsyncIterator<Watched>,
  reply: FastifyReply,
  closing: AbortController,
  { forMs, eventsMax }: { forMs: number; eventsMax: number },
): Promise<FastifyReply> {
  const end = setTimeout(() => closing.abort(), forMs);
  reply.raw.on('close', () => closing.abort());
  try {
    return await preview(events, reply, eventsMax);
  } finally {
    // The call ends, wherever it is.
    clearTimeout(end);
    closing.abort();
  }
}

/** Refusals are answers like any other until the first message, which shows that events arrive. Throws AccountsError. */
async function preview(events: AsyncIterator<Watched>, reply: FastifyReply, eventsMax: number): Promise<FastifyReply> {
  await events.next().catch((error: unknown) => {
    throw toAccountsError(error);
  });
  const stream = new EventStream(reply);
  try {
    await stream.send('ready', {});
    for (let shown = 0; shown < eventsMax; shown += 1) {
      const { done, value } = await events.next();
      if (done === true) break;
      const { webhookId, eventType, payloadJson: payload } = value;
      await stream.send('event', { webhookId, eventType, payload } satisfies PreviewedEvent);
    }
  } catch (error) {
    if (!stream.signal.aborted) await stream.send('fault', { message: describe(error) }).catch(() => undefined);
  }
  stream.end();
  return reply;
}

function describe(error: unknown): string {
  const shown = toAccountsError(error);
  return shown instanceof AccountsError ? shown.message : 'The stream has ended. Try again.';
}
