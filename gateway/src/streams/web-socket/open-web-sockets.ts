import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddress from '@fastify/proxy-addr';
import { refuseSocket } from '@ledgergraph/service-kit/http/guard-sockets';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type ServerOptions, WebSocketServer } from 'ws';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { type AllowedOrigins, foreignOrigin } from '#/origins/allowed-origins.ts';
import { chooseOverfull } from '../held-results.ts';
import { SocketConcurrency, type SocketLimits } from './socket-concurrency.ts';
import { SocketSession } from './socket-session.ts';
import type { SubscriptionDeps } from './socket-subscription.ts';

const MESSAGE_BYTES_MAX = 64 * 1024;
/** The library's clients connect again after this code. */
const SERVICE_RESTART = 1012;
/** At keys of open sockets, and at peers that do not read. */
const LOOK_MS = 500;
const PING_MS = 10_000;
/** Unsent characters after which unread messages are counted at once. */
const UNREAD_MAX = 8 * 1024 * 1024;

/** Beside a message's bytes the library bounds its pieces, and unread answers to pings at 60. */
const SERVER_OPTIONS: ServerOptions & { maxFragments: number; maxBufferedChunks: number } = {
  noServer: true,
  maxPayload: MESSAGE_BYTES_MAX,
  perMessageDeflate: false,
  maxFragments: 256,
  maxBufferedChunks: 1_024,
  handleProtocols: (protocols) => handleProtocols(protocols),
};

export interface WebSocketOptions extends SubscriptionDeps {
  socketLimits?: SocketLimits | undefined;
  trustedProxies: readonly string[];
  origins: AllowedOrigins;
  blockedMaxMs?: number | undefined;
}

/**
 * `/graphql` as WebSockets of the protocol graphql-transport-ws. The key comes with the upgrade or in `connection_init`.
 * @returns closes all of them with the code that makes the library's client connect again
 */
export function openWebSockets(server: FastifyInstance, options: WebSocketOptions): () => void {
  const { trustedProxies, origins, admission, socketLimits } = options;
  const concurrency = new SocketConcurrency(admission, socketLimits);
  const sockets = new WebSocketServer(SERVER_OPTIONS);
  const sessions = new Set<SocketSession>();
  let unread = 0;
  const cutOverfull = (): void => {
    unread = 0;
    const described = Array.from(sessions, (session) => ({ session, ...session.unread }));
    for (const { session } of chooseOverfull(described, MEMORY_BOUNDS.socketMessages).chosen) session.terminate();
  };
  const onUnread = (characters: number): void => {
    unread += characters;
    if (unread > UNREAD_MAX) cutOverfull();
  };
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  // `isWebSocketRequest` decides which requests come here.
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Its room would never come back.
    if (socket.destroyed) return;
    const place = { address: proxyAddress(request, isTrusted), origin: originOf(request, isTrusted) };
    if (place.origin !== undefined && !origins.allows(place.origin)) return refuseSocket(socket, '403 Forbidden');
    const key = admission.callers.judgeAtOnce(admission.callers.callerBy(request.headers.authorization, place));
    const leave = key === undefined ? concurrency.enter(place.address, () => socket.destroy()) : concurrency.hold(key);
    if (leave === undefined) return refuseSocket(socket, '429 Too Many Requests');
    socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { authorization } = request.headers;
      const session = new SocketSession(opened, { ...options, place, authorization, leave, concurrency, onUnread });
      sessions.add(session);
      opened.once('close', () => sessions.delete(session));
    });
  });
  const timers = [
    setInterval(() => {
      cutOverfull();
      for (const session of sessions) session.look();
    }, LOOK_MS).unref(),
    setInterval(() => {
      for (const session of sessions) session.beat();
    }, PING_MS).unref(),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const session of sessions) session.close(SERVICE_RESTART, 'This gateway is about to stop.');
  };
}

/** Undefined: ours. A trusted proxy passes on the host that the page named. */
function originOf(
  { headers, socket }: IncomingMessage,
  isTrusted: ReturnType<typeof proxyAddress.compile>,
): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const isForwarded = typeof forwarded === 'string' && isTrusted(socket.remoteAddress ?? '', 0);
  return foreignOrigin(headers.origin, isForwarded ? forwarded.split(',').at(-1)?.trim() : headers.host);
}
