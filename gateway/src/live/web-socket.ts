import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type FormattedExecutionResult, GraphQLError } from 'graphql';
import { CloseCode, type ServerOptions } from 'graphql-ws';
import { type Extra, useServer } from 'graphql-ws/use/ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authentication } from '#/auth/authenticate.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { AskedSubscription } from '#/events/event-graph.ts';
import { EVENT_SCHEMA } from '#/events/event-schema.ts';
import { PAGE_NOT_OF_KEY, PAGE_REFUSED } from '#/origins/check-origin.ts';
import type { EventStream } from './event-stream.ts';
import { type OpenStreamDeps, openStream } from './open-stream.ts';
import type { OpenStreams } from './open-streams.ts';
import { endMessage, StreamEnd, toStreamEnd } from './stream-end.ts';

const MESSAGE_BYTES_MAX = 64 * 1024;
const PING_MS = 10_000;
const GRACE_MS = 5_000;
/** A client of the library connects again after this one. */
const SERVICE_RESTART = 1012;
const TRY_AGAIN_LATER = 1013;
/** HTTP status of an upgrade that is refused. */
const FORBIDDEN = 403;

/** A caller whose key was accepted. */
export interface SocketCaller {
  key: KnownKey;
  keyHash: Uint8Array;
  address: string;
  /** Origin of the web page, if one asks and it is not ours. */
  origin: string | undefined;
}

export interface WebSocketOptions {
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
  /** Finds the caller of a connection by an Authorization header. */
  authenticate: (
    authorization: string | undefined,
    request: IncomingMessage,
  ) => Promise<SocketCaller | Exclude<Authentication['status'], 'accepted'> | 'foreign'>;
  /** False for a page of an origin that may not use the API. Browsers ask for no leave before they open a WebSocket. */
  isPageAllowed: (request: IncomingMessage) => boolean;
  logger: Logger;
}

type SocketContext = Parameters<NonNullable<ServerOptions<Record<string, unknown>, Extra>['onConnect']>>[0] & {
  extra: Extra & { caller?: SocketCaller };
};

/**
 * Opens `/graphql` to WebSockets of the protocol graphql-transport-ws. The key comes with the upgrade or in `connection_init`.
 * @returns closes all of them with the code that makes the library's client connect again
 */
export function openWebSockets(server: FastifyInstance, options: WebSocketOptions): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    verifyClient: ({ req }, done) => (options.isPageAllowed(req) ? done(true) : done(false, FORBIDDEN, PAGE_REFUSED)),
  });
  useServer<Record<string, unknown>, Extra & Record<PropertyKey, unknown>>(
    {
      schema: EVENT_SCHEMA,
      onConnect: (context) => connect(context as SocketContext, options),
      onSubscribe: (context, id, payload) => subscribe(context as SocketContext, id, payload, options),
      subscribe: (args) => (args.contextValue as { results: AsyncGenerator<never> }).results,
      // As it is: the library would take the errors for GraphQLErrors.
      onNext: (_context, _id, _payload, _args, result) => result as FormattedExecutionResult,
    },
    sockets,
    PING_MS,
  );
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  });
  return () => {
    for (const socket of sockets.clients) socket.close(SERVICE_RESTART, 'This gateway is about to stop.');
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate();
    }, GRACE_MS).unref();
  };
}

async function connect(context: SocketContext, { authenticate }: WebSocketOptions): Promise<boolean> {
  const { socket, request } = context.extra;
  const caller = await authenticate(authorizationOf(context), request);
  if (typeof caller !== 'string') {
    context.extra.caller = caller;
    return true;
  }
  if (caller === 'missing') socket.close(CloseCode.Unauthorized, 'An API key is needed.');
  else if (caller === 'invalid') socket.close(CloseCode.Forbidden, 'This API key does not work.');
  else if (caller === 'foreign') socket.close(CloseCode.Forbidden, PAGE_NOT_OF_KEY);
  else socket.close(TRY_AGAIN_LATER, 'API keys cannot be checked at the moment.');
  // The socket is closing: the library's own answer goes nowhere.
  return false;
}

/** The header of the upgrade, or what browsers, which cannot set one, say in `connection_init`. */
function authorizationOf({ connectionParams, extra }: SocketContext): string | undefined {
  const said = connectionParams?.authorization ?? connectionParams?.Authorization;
  return typeof said === 'string' ? said : extra.request.headers.authorization;
}

type Payload = Parameters<NonNullable<ServerOptions['onSubscribe']>>[2];

async function subscribe(
  { extra }: SocketContext,
  id: string,
  { query, operationName, variables, extensions }: Payload,
  { streams, streamDeps, logger }: WebSocketOptions,
) {
  const { caller, socket } = extra;
  if (caller === undefined) return [refusal('UNAUTHORIZED', 'An API key is needed.')];
  if (streams.isDraining) return [refusal('RECONNECT', 'This gateway is about to stop.')];
  if (!streams.hasRoom(caller.key)) {
    return [refusal('RATE_LIMITED', 'This key has as many open streams as its plan allows.')];
  }
  const asked: AskedSubscription = {
    query,
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
  };
  try {
    const stream = await openStream(streamDeps, { asked, key: caller.key, extensions });
    const release = streams.hold({
      stream,
      keyHash: caller.keyHash,
      address: caller.address,
      origin: caller.origin,
      beat: () => {},
      cutOff: (reason) => cutOff(socket, id, stream, reason),
    });
    const results = new SocketResults(stream, release, logger);
    return { schema: EVENT_SCHEMA, document: SUBSCRIPTION, contextValue: { results } };
  } catch (error) {
    if (error instanceof AggregateError) return error.errors as GraphQLError[];
    const end = toStreamEnd(error);
    if (!(error instanceof StreamEnd)) logger.error({ err: error }, 'a stream could not be opened');
    return [refusal(end.code, end.message)];
  }
}

/** The library looks at nothing of it but that it is a subscription. */
const SUBSCRIPTION = {
  kind: 'Document',
  definitions: [
    { kind: 'OperationDefinition', operation: 'subscription', selectionSet: { kind: 'SelectionSet', selections: [] } },
  ],
} as never;

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

function cutOff(socket: WebSocket, id: string, { cursor }: EventStream, reason: StreamEnd): void {
  socket.send(JSON.stringify({ id, type: 'next', payload: endMessage(reason, cursor) }));
  socket.send(JSON.stringify({ id, type: 'complete' }));
  socket.close(TRY_AGAIN_LATER, reason.code);
  setTimeout(() => socket.terminate(), GRACE_MS).unref();
}

/** The results of a stream as the library takes them. A client that stops is heard at once, also while the stream waits. */
class SocketResults implements AsyncGenerator<object, void, void> {
  readonly #stream: EventStream;
  readonly #events: AsyncGenerator<{ text: string }, void, void>;
  readonly #release: (code: string) => void;
  readonly #logger: Logger;
  #isDone = false;

  constructor(stream: EventStream, release: (code: string) => void, logger: Logger) {
    this.#stream = stream;
    this.#events = stream[Symbol.asyncIterator]();
    this.#release = release;
    this.#logger = logger;
  }

  async next(): Promise<IteratorResult<object, void>> {
    if (this.#isDone) return { done: true, value: undefined };
    try {
      const { value } = await this.#events.next();
      return { done: false, value: JSON.parse(value?.text ?? '') as object };
    } catch (error) {
      const end = toStreamEnd(error);
      if (!(error instanceof StreamEnd)) this.#logger.error({ err: error }, 'a stream failed');
      this.#isDone = true;
      this.#release(end.code);
      if (end.code === 'GONE') return { done: true, value: undefined };
      return { done: false, value: endMessage(end, this.#stream.cursor) };
    }
  }

  async return(): Promise<IteratorResult<object, void>> {
    this.#stream.end(new StreamEnd('GONE'));
    this.#isDone = true;
    // An event that was handed over and never taken is not paid.
    await this.#events.return();
    this.#release('GONE');
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<object, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
