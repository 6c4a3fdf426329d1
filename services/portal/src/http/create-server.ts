import type { IncomingMessage } from 'node:http';
import { createHttpServer } from '@ledgergraph/service-kit/http/create-http-server';
import { isDraining } from '@ledgergraph/service-kit/http/drain';
import { requestIdOf } from '@ledgergraph/service-kit/http/request-id';
import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { measureReadiness, measureRequests } from '@ledgergraph/service-kit/metrics/request-metrics';
import { traceRequests } from '@ledgergraph/service-kit/tracing/trace-requests';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { clientOf } from './client-of.ts';
import { Refusal } from './refusal.ts';

/** Longer than the idle time of the load balancers in front. */
const KEEP_ALIVE_MS = 75_000;

export interface ServerOptions {
  /** CIDR notation. */
  trustedProxies: readonly string[];
  /** True for the secret of our own services. */
  isOurs: (secret: unknown) => boolean;
  drainMs?: number | undefined;
  logger: Logger;
  registry?: Registry | undefined;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { trustedProxies, isOurs, drainMs, logger, registry } = options;
  const server = createHttpServer({
    faults: logger,
    drainMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  });
  traceRequests(server);
  measureRequests(server, registry);
  measureReadiness(registry, async () => !isDraining(server));
  // Routes read bodies themselves and take room for them, but Fastify would read one even for an unknown address.
  server.removeAllContentTypeParsers();
  server.decorateRequest('client');
  server.addHook('onRequest', (request, reply, done) => {
    request.client = clientOf(request, isOurs);
    reply.header('x-request-id', request.id);
    if (request.method === 'GET' || request.method === 'HEAD') dropBody(request.raw);
    done();
  });
  server.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply, logger));
  server.get('/livez', async () => ({ live: true }));
  server.get('/readyz', async (_request, reply) => {
    const reasons = isDraining(server) ? ['this portal is about to stop'] : [];
    return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons });
  });
  return server;
}

/** An unread body would stay in memory until the answer. */
function dropBody(request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) request.resume();
}

function refuse(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): FastifyReply {
  if (error instanceof Refusal) {
    if (error.status >= 500) logger.warn({ err: error, requestId: request.id }, 'a request could not be answered');
    void reply.headers(error.headers);
    return sendError(reply, error.status, error.code, error.message, error.retryAfterS);
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return sendError(reply, status, 'BAD_REQUEST', 'The request cannot be read.');
  logger.error({ err: error, requestId: request.id }, 'a request failed');
  return sendError(reply, 500, 'INTERNAL_SERVER_ERROR', `Internal error. Request ${request.id}.`);
}
