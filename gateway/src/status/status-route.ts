import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sendError } from '#/errors/error-body.ts';
import type { Status } from './read-status.ts';

const FRESH_MS = 1_000;
const RETRY_AFTER_S = 2;

export interface StatusRouteOptions {
  /** @throws when it cannot be read */
  read: () => Promise<Status>;
  logger: Logger;
}

/** GET /status: where every network stands, for everybody. However many ask, it is read once a second. */
export function addStatusRoute(server: FastifyInstance, { read, logger }: StatusRouteOptions): void {
  let reading: { status: Promise<Status>; until: number } | undefined;
  let failing = false;

  const current = (): Promise<Status> => {
    if (reading !== undefined && performance.now() < reading.until) return reading.status;
    // While it is being read all share it; from then on it is fresh for a second.
    const next = { status: read(), until: Number.POSITIVE_INFINITY };
    const settle = (): void => {
      next.until = performance.now() + FRESH_MS;
    };
    next.status.then(settle, settle);
    reading = next;
    return next.status;
  };

  server.get('/status', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' });
    try {
      const status = await current();
      failing = false;
      return reply.header('cache-control', 'public, max-age=1').send(status);
    } catch (error) {
      // Once per outage: pages ask every few seconds.
      if (!failing) logger.warn({ err: error }, 'the status could not be read');
      failing = true;
      const message = 'The state of the networks is not known at the moment.';
      return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', message, RETRY_AFTER_S);
    }
  });
}
