import { sendError } from '@ledgergraph/service-kit/http/send-error';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { openEventStream, takesEventStream } from '#/http/open-event-stream.ts';
import type { Status } from './read-status.ts';
import { StatusStreams } from './status-streams.ts';

const FRESH_MS = 1_000;
const RETRY_AFTER_S = 2;
const HEADERS = { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*', vary: 'accept' };

export interface StatusRouteOptions {
  read: () => Promise<Status>;
  /** @returns stops the calls */
  onMoved: (listener: () => void) => () => void;
  logger: Logger;
}

/**
 * GET /status: where every network stands, for everybody. It is read once a second, however many ask. A client that takes Server-Sent
 * Events gets it now and at each change.
 */
export function addStatusRoute(server: FastifyInstance, { read, onMoved, logger }: StatusRouteOptions): void {
  const reading = new SharedReading(read);
  let failing = false;
  const onRead = (error?: unknown): void => {
    // Logged once per outage.
    if (error !== undefined && !failing) logger.warn({ err: error }, 'the status could not be read');
    failing = error !== undefined;
  };
  const streams = new StatusStreams({ read: () => reading.renew(), onRead });
  const forget = onMoved(() => streams.ring());
  server.addHook('preClose', async () => {
    forget();
    streams.close();
  });

  server.get('/status', async (request, reply) => {
    reply.headers(HEADERS);
    try {
      const status = await reading.current();
      onRead();
      if (!takesEventStream(request)) return reply.header('cache-control', 'public, max-age=1').send(status);
      if (streams.isClosed) return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'This gateway is about to stop.', 1);
      const leave = streams.enter(request.ip);
      if (leave === undefined) {
        return sendError(reply, 429, 'RATE_LIMITED', 'Too many pages follow the status from here.', RETRY_AFTER_S);
      }
      reply.hijack();
      openEventStream(reply.raw, request.id, HEADERS);
      streams.add(reply.raw, leave, status);
      return reply;
    } catch (error) {
      onRead(error);
      const message = 'The state of the networks is not known at the moment.';
      return sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', message, RETRY_AFTER_S);
    }
  });
}

/** Shared by all who ask during it and for a second after it. */
class SharedReading {
  readonly #read: () => Promise<Status>;
  #last: { status: Promise<Status>; until: number } | undefined;

  constructor(read: () => Promise<Status>) {
    this.#read = read;
  }

  current(): Promise<Status> {
    return this.#last !== undefined && performance.now() < this.#last.until ? this.#last.status : this.renew();
  }

  /** Begins a reading in any case. */
  renew(): Promise<Status> {
    const next = { status: this.#read(), until: Number.POSITIVE_INFINITY };
    const settle = (): void => {
      next.until = performance.now() + FRESH_MS;
    };
    next.status.then(settle, settle);
    this.#last = next;
    return next.status;
  }
}
