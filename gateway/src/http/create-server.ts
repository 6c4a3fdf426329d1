import type { IncomingMessage } from 'node:http';
import { createHttpServer } from '@ledgergraph/service-kit/http/create-http-server';
import { isDraining } from '@ledgergraph/service-kit/http/drain';
import { requestIdOf } from '@ledgergraph/service-kit/http/request-id';
import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { measureReadiness } from '@ledgergraph/service-kit/metrics/request-metrics';
import { traceRequests } from '@ledgergraph/service-kit/tracing/trace-requests';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';

/** Longer than the idle time of the load balancers in front. */
const KEEP_ALIVE_MS = 75_000;
const SOCKET_PATH = '/graphql';

export interface ServerOptions {
  readiness: Pick<Readiness, 'reasons'>;
  /** CIDR networks of proxies that may name the client's address. None: the connection's own address counts. */
  trustedProxies: readonly string[];
  drainMs?: number | undefined;
  logger: Logger;
  registry?: Registry | undefined;
}

/** Without its graph: probes, and the form of refusals. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { readiness, trustedProxies, drainMs, logger, registry } = options;
  const server = createHttpServer({
    faults: logger,
    takesUpgrade: isWebSocketRequest,
    drainMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: ({ headers }) => requestIdOf(headers),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  });
  traceRequests(server);
  measureReadiness(registry, async () => (await readiness.reasons()).length === 0);
  // Routes read bodies themselves and take room for them: Fastify would read one for any address.
  server.removeAllContentTypeParsers();
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (request.method === 'GET' || request.method === 'HEAD') dropBody(request.raw);
    done();
  });
  server.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply, logger));

  server.get('/livez', async () => ({ live: true }));
  server.get('/readyz', async (_request, reply) => {
    const reasons = isDraining(server) ? ['this gateway is about to stop'] : await readiness.reasons();
    return reply.code(reasons.length === 0 ? 200 : 503).send({ ready: reasons.length === 0, reasons });
  });
  return server;
}

/** An unread body would stay in memory for as long as the answer lasts, which may be a stream. */
function dropBody(request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) request.resume();
}

function refuse(error: FastifyError, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status === 415) return sendError(reply, 415, 'BAD_REQUEST', 'The body must be application/json.');
  if (status >= 400 && status < 500) return sendError(reply, status, 'BAD_REQUEST', 'The request cannot be read.');
  logger.error({ err: error, requestId: request.id }, 'a request failed');
  return sendError(reply, 500, 'INTERNAL_SERVER_ERROR', `Internal error. Request ${request.id}.`);
}

/** Any other upgrade is ignored, as RFC 9110, 7.8 allows: curl and Java's client offer `h2c` with ordinary requests. */
function isWebSocketRequest({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === SOCKET_PATH && headers.upgrade?.toLowerCase() === 'websocket';
}
