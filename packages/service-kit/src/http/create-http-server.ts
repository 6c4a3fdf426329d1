import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import { boundPipelines } from './bound-pipelines.ts';
import { drainAtClose } from './drain.ts';
import { endIdleConnectionsOnClose } from './end-idle-connections.ts';
import { type FaultLog, guardSockets } from './guard-sockets.ts';

/** In milliseconds. */
export interface Deadlines {
  /** From the connection or the end of the last request on. */
  headMs: number;
  requestMs: number;
  /** Without a byte in either direction; longer than any answer takes. */
  silenceMs: number;
  idleMs: number;
  lookMs: number;
}

const DEADLINES: Deadlines = { headMs: 15_000, requestMs: 30_000, silenceMs: 60_000, idleMs: 72_000, lookMs: 5_000 };

export interface HttpServerOptions
  extends Omit<
    FastifyServerOptions,
    'connectionTimeout' | 'requestTimeout' | 'forceCloseConnections' | 'http' | 'logger' | 'loggerInstance'
  > {
  faults?: FaultLog | undefined;
  /** True hands the socket over to the listener of `upgrade`; other requests are answered as if they had not asked (RFC 9110, 7.8). */
  takesUpgrade?: ((request: IncomingMessage) => boolean) | undefined;
  /** A closing server first goes on answering for this time, in which a load balancer notices that `/readyz` fails. */
  drainMs?: number | undefined;
  deadlines?: Deadlines | undefined;
}

/** The only way in which our processes make an HTTP server. Every socket has an error listener and a deadline, whatever its peer does. */
export function createHttpServer(options: HttpServerOptions = {}): FastifyInstance {
  const { faults, takesUpgrade, drainMs = 0, deadlines = DEADLINES, ...others } = options;
  const server = fastify({
    keepAliveTimeout: deadlines.idleMs,
    ...others,
    connectionTimeout: deadlines.silenceMs,
    requestTimeout: deadlines.requestMs,
    forceCloseConnections: 'idle',
    // A refusal would be an error of ours: the request is answered, and its connection ends.
    return503OnClosing: false,
    http: {
      headersTimeout: deadlines.headMs,
      connectionsCheckingInterval: deadlines.lookMs,
      shouldUpgradeCallback: (request) => takesUpgrade?.(request) ?? false,
      // A stream for a body that cannot come is a tenth of the cost of a kept answer.
      optimizeEmptyRequests: true,
    },
  });
  server.addHook('onRequest', ({ headers }, _reply, done) => {
    // The stream of such a body never ends, and Fastify would wait for its end where it has a type.
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type'];
    done();
  });
  guardSockets(server.server, faults);
  boundPipelines(server);
  drainAtClose(server, drainMs);
  endIdleConnectionsOnClose(server);
  return server;
}
