import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { WEBHOOK_BODY_BYTES_MAX, webhookPreviewSchema } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findWebhookKey } from '#/db/api-keys.ts';
import { mayManageWebhooks } from '#/teams/rights.ts';
import { checkEventType } from '#/webhooks/change-webhooks.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { forTeam, readTeamCaller } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { DashboardError } from './dashboard-error.ts';
import { STREAMING } from './rates.ts';
import { readInput } from './read-input.ts';

/** A forgotten page must not spend units for ever. */
const PREVIEW_MAX_MS = 10 * 60_000;
const LISTEN_MAX_MS = 24 * 60 * 60_000;
/** Interval for checking that the reader is still signed in and may still see the events. */
const LISTEN_CHECK_MS = 10_000;

const OPTIONS = { ...STREAMING, bodyLimit: WEBHOOK_BODY_BYTES_MAX };

/** Reads with the key of the team's webhooks, and makes none. */
export function webhookPreview(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhook-preview',
    OPTIONS,
    forTeam(deps, mayManageWebhooks, async ({ teamId }, request, reply) => {
      const body = readInput(webhookPreviewSchema, request.body);
      await requireKey(deps, teamId, body.environment);
      return passEvents(deps, reply, { path: `/teams/${teamId}/webhook-preview`, body }, PREVIEW_MAX_MS);
    }),
  );
}

/** Makes the key of the team's webhooks where the team lacks it, as a webhook does. */
export function webhookListen(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.post(
    '/teams/:team/webhook-listen',
    OPTIONS,
    forTeam(deps, mayManageWebhooks, async ({ teamId, actor }, request, reply) => {
      const body = readInput(webhookPreviewSchema, request.body);
      await ensureWebhookKey(deps, actor, teamId, body.environment, () => checkEventType(deps, body.eventType));
      const hasRight = () => mayListen(deps, request);
      return passEvents(deps, reply, { path: `/teams/${teamId}/webhook-listen`, body }, LISTEN_MAX_MS, hasRight);
    }),
  );
}

/** A check that fails also counts as false; the program then opens another stream. */
async function mayListen({ auth, db }: DashboardDeps, request: FastifyRequest): Promise<boolean> {
  return readTeamCaller({ auth, db }, mayManageWebhooks, request).then(
    () => true,
    () => false,
  );
}

/** Throws CONFLICT for a team whose webhooks have no key. */
async function requireKey({ db, now }: DashboardDeps, teamId: string, environment: 'live' | 'test'): Promise<void> {
  if ((await findWebhookKey(db, teamId, environment, now())) !== null) return;
  const message = `A preview reads with the team's ${environment} key for webhooks, which is made with the first webhook.`;
  throw new DashboardError('CONFLICT', message);
}

async function* readEvents(body: ReadableStream<Uint8Array>, ended: AbortSignal): AsyncGenerator<Uint8Array | string> {
  try {
    yield* body;
  } catch {
    if (!ended.aborted) yield 'event: fault\ndata: {"message":"The stream has ended. Try again."}\n\n';
  }
}

async function passEvents(
  { webhooks }: DashboardDeps,
  reply: FastifyReply,
  asked: { path: string; body: unknown },
  forMs: number,
  hasRight?: () => Promise<boolean>,
): Promise<FastifyReply> {
  const closing = new AbortController();
  const end = setTimeout(() => closing.abort(), forMs);
  const checking = setInterval(async () => {
    if (hasRight !== undefined && !(await hasRight())) closing.abort();
  }, LISTEN_CHECK_MS);
  closing.signal.addEventListener('abort', () => {
    clearTimeout(end);
    clearInterval(checking);
  });
  reply.raw.on('close', () => closing.abort());
  try {
    const response = await webhooks({ ...asked, method: 'POST', signal: closing.signal });
    const events = Readable.from(readEvents(response.body as ReadableStream<Uint8Array>, closing.signal));
    return await reply.header('connection', 'close').type('text/event-stream').send(events);
  } catch (error) {
    closing.abort();
    throw error;
  }
}
