import { isTracingOn } from '@ledgergraph/service-kit/env';
import { measureRequests } from '@ledgergraph/service-kit/metrics/request-metrics';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Admission } from '#/admission/admission.ts';
import type { Authenticator } from '#/admission/callers.ts';
import { FrontDoor } from '#/answer/front-door.ts';
import { addGraphqlRoute } from '#/answer/graphql-route.ts';
import type { CallTracker } from '#/calls/call-tracker.ts';
import { proxyDashboard } from '#/dashboard/proxy-dashboard.ts';
import { addWebhookTypesRoute } from '#/events/webhook-types-route.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { createServer } from '#/http/create-server.ts';
import { Readiness } from '#/http/readiness.ts';
import type { Counters } from '#/limits/counters.ts';
import type { UnplannedOperations } from '#/limits/unplanned-operations.ts';
import type { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ResponseCache } from '#/response-cache/response-cache.ts';
import type { SendRates } from '#/sending/send-rates.ts';
import { readStatus } from '#/status/read-status.ts';
import { addStatusRoute } from '#/status/status-route.ts';
import { openStreaming } from '#/streams/open-streaming.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';
import type { SocketLimits } from '#/streams/web-socket/socket-rooms.ts';

export interface ServeOptions {
  graphs: CurrentGraph;
  tips: TipFollower;
  authenticator: Authenticator;
  calls: Pick<CallTracker, 'open' | 'openAtOnce'>;
  /** Base URL of the accounts service, which answers the dashboard. */
  accountsUrl: string;
  trustedProxies: readonly string[];
  /** Memory of the limits. */
  counters: Counters;
  cache: ResponseCache | null;
  /** Whose pages may use the API. */
  origins: AllowedOrigins;
  /** Limits the new operations of each key. */
  unplanned: Pick<UnplannedOperations, 'take'>;
  /** Limits the transactions that each key sends. */
  sends: Pick<SendRates, 'take'>;
  /** Time limit of one operation, in all. */
  operationTimeoutMs: number;
  secret: string;
  /** Signs the cursors of streams: the same at all gateways. One or several secrets, divided by commas. */
  cursorSecret: string;
  /** Streams of a key whose plan does not limit them. */
  streamsPerKeyMax: number;
  /** Milliseconds for which a stream's client may leave an event unread. */
  blockedMaxMs?: number | undefined;
  /** WebSockets that have shown no key. */
  socketLimits?: SocketLimits | undefined;
  /** Hears of the streams of this server. */
  onStreams?: (streams: OpenStreams) => void;
  /** Time for which a starting gateway waits for subgraphs that do not answer. */
  subgraphWaitMs: number;
  /** Makes the reasons against readiness of one worker those of all; absent: there is one. */
  joinReasons?: ((own: () => Promise<string[]>) => () => Promise<string[]>) | undefined;
  logger: Logger;
  metrics?: GatewayMetrics | undefined;
}

/** The whole gateway on one HTTP server that does not listen yet. */
export async function serve(options: ServeOptions): Promise<FastifyInstance> {
  const { graphs, logger, trustedProxies, tips, secret, subgraphWaitMs, metrics } = options;
  const onLeftOut = (subgraphs: string[]): void =>
    logger.warn({ subgraphs }, 'these subgraphs were waited for and do not answer: their fields are unavailable');
  const subgraphs = () => graphs.current.subgraphs;
  const readiness = new Readiness({ subgraphs, secret, tips, subgraphWaitMs, onLeftOut });
  const reasons = options.joinReasons?.(() => readiness.reasons()) ?? (() => readiness.reasons());
  const server = createServer({ readiness: { reasons }, trustedProxies, logger, registry: metrics?.registry });
  const onAnswered = measureRequests(server, metrics?.registry);
  const admission = new Admission({ ...options, graph: () => graphs.current });
  const streaming = openStreaming(server, { ...options, admission });
  metrics?.watchStreams(streaming.streams);
  options.onStreams?.(streaming.streams);
  const route = { ...options, ...streaming, admission, supergraph: () => graphs.current.id };
  addGraphqlRoute(server, route);
  const onMoved = (listener: () => void) => tips.onMoved(listener);
  addStatusRoute(server, {
    read: () => readStatus({ graphs, tips, logger }),
    onMoved,
    counters: options.counters,
    logger,
  });
  const { isOurs } = options.authenticator;
  addWebhookTypesRoute(server, { read: () => graphs.current.webhookTypes, isOurs });
  await proxyDashboard(server, options);
  const { cache } = options;
  // Spans are Fastify's hooks' to make: every request that is traced goes there.
  if (cache !== null && !isTracingOn()) FrontDoor.open(server, { ...route, cache, onAnswered });
  return server;
}
