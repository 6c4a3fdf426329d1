import type { FastifyInstance } from 'fastify';
import { AccountsError } from '#/accounts-error.ts';
import { mayManageWebhooks } from '#/teams/rights.ts';
import { ensureWebhookKey } from '#/webhooks/ensure-webhook-key.ts';
import { toAccountsError, toEnvironment, toSource } from '#/webhooks/manage-webhooks.ts';
import { forTeam } from './caller.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { readInput } from './read-input.ts';
import { type PreviewedEvent, webhookPreviewSchema } from './webhook-contract.ts';

/** The gateway's proxy gives up a response that is silent for 15 s. */
const HEARTBEAT_MS = 5_000;
/** Nobody fills in a form for longer; a page that was forgotten must not spend units for ever. */
const PREVIEW_MAX_MS = 10 * 60_000;

/** Events as a webhook with these settings would receive them, as Server-Sent Events, while its owner fills in the form. */
export function webhookPreview(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.get(
    '/teams/:team/webhook-preview',
    forTeam(deps, mayManageWebhooks, async ({ actor, teamId }, request, reply) => {
      const { settings = '' } = request.query as { settings?: string };
      const { environment, ...source } = readInput(webhookPreviewSchema, parse(settings));
      const client = deps.webhooks();
      await ensureWebhookKey(deps, actor, teamId, environment);
      const closing = new AbortController();
      const { raw } = reply;
      const headers = reply.getHeaders();
      reply.hijack();
      raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream', connection: 'close' } as never);
      const send = (event: string, data: object): void =>
        void raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const heartbeat = setInterval(() => raw.write(':\n\n'), HEARTBEAT_MS);
      const end = setTimeout(() => closing.abort(), PREVIEW_MAX_MS);
      raw.on('close', () => closing.abort());
      try {
        const wanted = { teamId, environment: toEnvironment(environment), source: toSource(source) };
        for await (const event of client.watchEvents(wanted, { signal: closing.signal, timeoutMs: 0 })) {
          const { webhookId, eventType, payloadJson: payload } = event;
          if (webhookId === '') send('ready', {});
          else send('event', { webhookId, eventType, payload } satisfies PreviewedEvent);
        }
      } catch (error) {
        if (!closing.signal.aborted) send('fault', { message: describe(error) });
      }
      clearInterval(heartbeat);
      clearTimeout(end);
      raw.end();
      return reply;
    }),
  );
}

function describe(error: unknown): string {
  const told = toAccountsError(error);
  return told instanceof AccountsError ? told.message : 'The preview has ended. Try again.';
}

function parse(settings: string): unknown {
  try {
    return JSON.parse(settings);
  } catch {
    return undefined;
  }
}
