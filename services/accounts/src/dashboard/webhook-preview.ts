import type { FastifyInstance, FastifyReply } from 'fastify';
import { AccountsError } from '#/accounts-error.ts';
import { findWebhookKey } from '#/db/api-keys.ts';
import { countAttempt } from '#/db/attempts.ts';
import { mayManageWebhooks } from '#/teams/rights.ts';
import { toEnvironment, toSource } from '#/webhooks/manage-webhooks.ts';
import { toAccountsError } from '#/webhooks/webhooks-error.ts';
import { forTeam } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { DashboardError } from './dashboard-error.ts';
import { EventStream } from './event-stream.ts';
import { readInput } from './read-input.ts';
import { type PreviewedEvent, type WebhookPreview, webhookPreviewSchema } from './webhook-contract.ts';

/** No one fills in a form for longer; a page that was forgotten must not spend units for ever. */
const PREVIEW_MAX_MS = 10 * 60_000;
/** Each event of a live key costs one unit of the team's month. */
export const PREVIEW_EVENTS_MAX = 10;
/** Previews that a team may open: the form opens one for each pause in typing. */
export const PREVIEW_RULE = { window: 60, max: 30 };

type Watched = { webhookId: string; eventType: string; payloadJson: string };

/**
 * Events as a webhook with these settings would receive them, as Server-Sent Events, while its owner fills in the form. It reads with the key
 * of the team's webhooks, and makes none.
 */
export function webhookPreview(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhook-preview',
    forTeam(deps, mayManageWebhooks, async ({ teamId }, { body }, reply) => {
      const settings = readInput(webhookPreviewSchema, body);
      await admit(deps, teamId, settings.environment);
      const closing = new AbortController();
      const end = setTimeout(() => closing.abort(), PREVIEW_MAX_MS);
      reply.raw.on('close', () => closing.abort());
      try {
        return await preview(watch(deps, teamId, settings, closing.signal), reply);
      } finally {
        // The call ends, wherever it is.
        clearTimeout(end);
        closing.abort();
      }
    }),
  );
}

/** Throws TOO_MANY_REQUESTS, or CONFLICT for a team whose webhooks have no key. */
async function admit({ db, now }: DashboardDeps, teamId: string, environment: 'live' | 'test'): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, `preview|${teamId}`, PREVIEW_RULE);
  if (count > PREVIEW_RULE.max) {
    const message = 'The team has opened many previews. Try again in a moment.';
    throw new DashboardError('TOO_MANY_REQUESTS', message, { retryAfterSeconds: secondsLeft });
  }
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

/** Refusals are answers like any other until the first message, which shows that events arrive. Throws AccountsError. */
async function preview(events: AsyncIterator<Watched>, reply: FastifyReply): Promise<FastifyReply> {
  await events.next().catch((error: unknown) => {
    throw toAccountsError(error);
  });
  const stream = new EventStream(reply);
  try {
    await stream.send('ready', {});
    for (let shown = 0; shown < PREVIEW_EVENTS_MAX; shown += 1) {
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
  return shown instanceof AccountsError ? shown.message : 'The preview has ended. Try again.';
}
