import { webhookPreviewSchema } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDeps } from '#/endpoints/endpoint-deps.ts';
import { watchEvents } from '#/endpoints/watch-events.ts';
import { WebhookError } from '#/webhook-error.ts';
import { readInput } from './answer-errors.ts';
import { EventStream } from './event-stream.ts';

/** Each event of a live key costs one unit of the team's month. */
const PREVIEW_EVENTS_MAX = 10;

export function serveEvents(scope: FastifyInstance, deps: EndpointDeps): void {
  const send = (eventsMax: number) => (request: FastifyRequest, reply: FastifyReply) =>
    sendEvents(deps, request, reply, eventsMax);
  scope.post('/teams/:team/webhook-preview', send(PREVIEW_EVENTS_MAX));
  scope.post('/teams/:team/webhook-listen', send(Number.POSITIVE_INFINITY));
}

async function sendEvents(
  deps: EndpointDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  eventsMax: number,
): Promise<FastifyReply> {
  const { environment, ...source } = readInput(webhookPreviewSchema, request.body);
  const { team: teamId } = request.params as { team: string };
  const closing = new AbortController();
  reply.raw.on('close', () => closing.abort());
  const events = watchEvents(deps, { teamId, environment, source }, closing.signal);
  try {
    await events.next();
    const stream = new EventStream(reply);
    try {
      await stream.send('ready', {});
      for (let shown = 0; shown < eventsMax; shown += 1) {
        const { done, value } = await events.next();
        if (done === true || value === null) break;
        await stream.send('event', value);
      }
    } catch (error) {
      const message = error instanceof WebhookError ? error.message : 'The stream has ended. Try again.';
      if (!stream.signal.aborted) await stream.send('fault', { message }).catch(() => undefined);
    }
    stream.end();
    return reply;
  } finally {
    closing.abort();
    await events.return(undefined);
  }
}
