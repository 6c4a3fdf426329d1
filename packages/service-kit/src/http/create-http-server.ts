import type { IncomingMessage } from 'node:http';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import { boundPipelines } from './bound-pipelines.ts';
import { endIdleConnectionsOnClose } from './end-idle-connections.ts';
import { type FaultLog, guardSockets } from './guard-sockets.ts';
import { leaveSlowly } from './leave-slowly.ts';

/** Deadlines of a connection, in milliseconds. */
export interface Deadlines {
  /** For the head of a request, from the connection or the end of the last request on. */
  headMs: number;
  /** For a whole request, its body included. */
  requestMs: number;
  /**
   * Without a byte in either direction: a peer that does not read what is sent is cut off then. It is longer than any answer takes.
   */
  silenceMs: number;
  /** Between two requests. */
  idleMs: number;
  /** Between two looks at the first two. */
  lookMs: number;
}

const DEADLINES: Deadlines = { headMs: 15_000, requestMs: 30_000, silenceMs: 60_000, idleMs: 72_000, lookMs: 5_000 };

/** Options of Fastify but for those that bound what a peer can hold. */
export interface HttpServerOptions
  extends Omit<
    FastifyServerOptions,
    'connectionTimeout' | 'requestTimeout' | 'forceCloseConnections' | 'http' | 'logger' | 'loggerInstance'
  > {
  /** Hears of a server that cannot take connections. */
  faults?: FaultLog | undefined;
  /**
   * True for a request whose socket is handed over to the listener of `upgrade`. All others are answered as if they had not asked, as a
   * server may (RFC 9110, 7.8). Absent: none is handed over.
   */
  takesUpgrade?: ((request: IncomingMessage) => boolean) | undefined;
  /**
   * Milliseconds for which a closing server goes on answering, on new connections too, before anything ends: the time that a load balancer
   * needs to notice that `/readyz` fails. 0 by default.
   */
  leavingMs?: number | undefined;
  /** Other deadlines than those of every process; for tests. */
  deadlines?: Deadlines | undefined;
}

/**
 * The only way in which our processes make an HTTP server. Every socket has an error listener and a deadline, whatever its peer does:
 * `CONNECT` and upgrades that no one takes, half requests, bytes that are no HTTP, silence, requests that do not wait for
 * answers, and answers that are not read.
 */
export function createHttpServer(options: HttpServerOptions = {}): FastifyInstance {
  const { faults, takesUpgrade, leavingMs = 0, deadlines = DEADLINES, ...others } = options;
  const server = fastify({
    keepAliveTimeout: deadlines.idleMs,
    ...others,
    connectionTimeout: deadlines.silenceMs,
    requestTimeout: deadlines.requestMs,
    forceCloseConnections: 'idle',
    // A request that still comes is answered as ever, and its connection ends: a refusal would be an error of ours.
    return503OnClosing: false,
    http: {
      headersTimeout: deadlines.headMs,
      connectionsCheckingInterval: deadlines.lookMs,
      shouldUpgradeCallback: (request) => takesUpgrade?.(request) ?? false,
      // A stream for a body that cannot come is a tenth of what a kept answer to a GET costs.
      optimizeEmptyRequests: true,
    },
  });
  server.addHook('onRequest', ({ headers }, _reply, done) => {
    // Such a body's stream never ends, and Fastify would wait for the end of one that has a type.
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type'];
    done();
  });
  guardSockets(server.server, faults);
  boundPipelines(server);
  leaveSlowly(server, leavingMs);
  endIdleConnectionsOnClose(server);
  return server;
}
