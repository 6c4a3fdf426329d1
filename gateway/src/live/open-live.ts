import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import { type Authenticator, authenticate, parseCaller } from '#/auth/authenticate.ts';
import type { ParsedKeys } from '#/auth/parsed-keys.ts';
import type { CallTracker } from '#/calls/call-tracker.ts';
import type { LiveGraph } from '#/federation/live-graph.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import { foreignOrigin, isOriginOfKey } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { ChainReader } from './chain-reader.ts';
import { EventResults } from './event-results.ts';
import type { OpenStreamDeps } from './open-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { PoolFeeds } from './pool-feeds.ts';
import { openWebSockets, type WebSocketOptions } from './web-socket.ts';

/** Time in which a stopping gateway tells its streams to connect again. */
const DRAIN_MS = 5_000;

export interface OpenLiveOptions {
  live: LiveGraph;
  tips: TipFollower;
  authenticator: Authenticator;
  parsedKeys: ParsedKeys;
  calls: Pick<CallTracker, 'open'>;
  trustedProxies: readonly string[];
  /** Whose pages may use the API. */
  origins: AllowedOrigins;
  /** Signs cursors; one or several secrets, divided by commas. */
  cursorSecret: string;
  streamsPerKeyMax: number;
  /** Milliseconds for which a client may leave an event unread. */
  blockedMaxMs?: number | undefined;
  logger: Logger;
}

/** What the routes need for streams. */
export interface Live {
  streams: OpenStreams;
  streamDeps: OpenStreamDeps;
}

/** Starts everything that streams share, and opens the WebSockets. Closing the server ends all streams first. */
export function openLive(server: FastifyInstance, options: OpenLiveOptions): Live {
  const { live, tips, authenticator, calls, cursorSecret, streamsPerKeyMax, logger } = options;
  const streams = new OpenStreams({ keys: authenticator.keys, streamsPerKeyMax, blockedMaxMs: options.blockedMaxMs });
  const reader = new ChainReader({ live, logger });
  const results = new EventResults({ live, reader });
  const pools = new PoolFeeds({ reader, tips });
  const streamDeps = { live, reader, results, tips, calls, pools, secret: cursorSecret };
  streams.start();
  const forgets = [tips.onMoved(() => streams.ring()), tips.onPoolChanged(() => pools.refresh())];
  const isTrusted = proxyAddress.compile([...options.trustedProxies]);
  const closeSockets = openWebSockets(server, {
    streams,
    streamDeps,
    authenticate: socketAuthenticator(options),
    isPageAllowed: (request) => {
      const origin = originOf(request, isTrusted);
      return origin === undefined || options.origins.allows(origin);
    },
    logger,
  });
  server.addHook('preClose', async () => {
    for (const forget of forgets) forget();
    await streams.drain(DRAIN_MS);
    closeSockets();
  });
  return { streams, streamDeps };
}

function socketAuthenticator({
  authenticator,
  parsedKeys,
  trustedProxies,
}: OpenLiveOptions): WebSocketOptions['authenticate'] {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return async (authorization, request: IncomingMessage) => {
    const address = proxyAddress(request, isTrusted);
    const parsed = parseCaller(authorization, authenticator, parsedKeys);
    const result = await authenticate(authorization, parsed, address, authenticator);
    if (result.status !== 'accepted' || parsed === undefined)
      return result.status === 'accepted' ? 'invalid' : result.status;
    if (!isAddressAllowed(address, result.key.allowedNetworks)) return 'invalid';
    const origin = originOf(request, isTrusted);
    if (!isOriginOfKey(origin, result.key.allowedOrigins)) return 'foreign';
    return { key: result.key, keyHash: parsed.keyHash, address, origin };
  };
}

/** Origin of the page that opens a WebSocket, if it is not ours. A trusted proxy says which host the page named. */
function originOf(
  { headers, socket }: IncomingMessage,
  isTrusted: ReturnType<typeof proxyAddress.compile>,
): string | undefined {
  const forwarded = headers['x-forwarded-host'];
  const isForwarded = typeof forwarded === 'string' && isTrusted(socket.remoteAddress ?? '', 0);
  return foreignOrigin(headers.origin, isForwarded ? forwarded.split(',').at(-1)?.trim() : headers.host);
}
