import type { ConnectRouter } from '@connectrpc/connect';
import { fastifyConnectPlugin } from '@connectrpc/connect-fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { createSecretCheck, INTERNAL_HEADER } from '#/internal-secret.ts';
import type { Logger } from '#/logger.ts';
import { measureReadiness, measureRequests } from '#/metrics/request-metrics.ts';
import { traceRequests } from '#/tracing/trace-requests.ts';
import { createHttpServer, type HttpServerOptions } from './create-http-server.ts';
import { isDraining } from './drain.ts';
import { REQUEST_ID_HEADER } from './request-id-header.ts';

const BODY_BYTES_MAX = 4 * 1024 * 1024;
const OPEN_PATHS = new Set(['/livez', '/readyz']);

export interface Readiness {
  ready: boolean;
  /** For operators, on the internal port only. */
  details?: unknown;
}

export interface InternalServerOptions {
  secret: string;
  logger: Logger;
  ready: () => Promise<Readiness>;
  connect?: (router: ConnectRouter) => void;
  registry?: Registry | undefined;
  drainMs?: number;
  deadlines?: HttpServerOptions['deadlines'];
}

/** Connect RPC needs the secret, probes do not. The caller makes it listen. */
export async function createInternalServer(options: InternalServerOptions): Promise<FastifyInstance> {
  const server = createHttpServer({
    bodyLimit: BODY_BYTES_MAX,
    faults: options.logger,
    drainMs: options.drainMs,
    deadlines: options.deadlines,
  });
  traceRequests(server, ({ headers, id }) => String(headers[REQUEST_ID_HEADER] ?? id));
  measureRequests(server, options.registry);
  measureReadiness(options.registry, async () => (await options.ready()).ready);

  const isOurs = createSecretCheck(options.secret);
  server.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.has(request.url)) return;
    if (isOurs(request.headers[INTERNAL_HEADER])) return;
    await reply.code(401).send({ error: 'this port serves internal callers only' });
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode: status = 500 } = error;
    if (status >= 400 && status < 500) return reply.code(status).send({ error: 'the request cannot be read' });
    options.logger.error({ err: error, path: request.url }, 'request failed');
    return reply.code(500).send({ error: 'internal error' });
  });

  server.get('/livez', async () => ({ live: true }));
  server.get('/readyz', async (_request, reply) => {
    const readiness = await options.ready().catch((error: unknown) => {
      options.logger.warn({ err: error }, 'readiness check failed');
      return { ready: false, details: 'the check itself failed' };
    });
    if (isDraining(server)) return reply.code(503).send({ ready: false, details: 'this process is about to stop' });
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });

  if (options.connect !== undefined) await server.register(fastifyConnectPlugin, { routes: options.connect });
  return server;
}
