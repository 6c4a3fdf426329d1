import { isTracingOn } from '@ledgergraph/service-kit/env';
import { bearerOf } from '@ledgergraph/service-kit/http/bearer-of';
import { measureRequests } from '@ledgergraph/service-kit/metrics/request-metrics';
import type { FastifyInstance } from 'fastify';
import { Admission, type AdmissionOptions } from '#/admission/admission.ts';
import { FrontDoor } from '#/answer/front-door.ts';
import { addGraphqlRoute, type RouteOptions } from '#/answer/graphql-route.ts';
import { UnreadAnswers } from '#/answer/unread-answers.ts';
import type { CallTracker } from '#/calls/call-tracker.ts';
import { createServer } from '#/http/create-server.ts';
import { Readiness, type ReadinessOptions } from '#/http/readiness.ts';
import type { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import { addInternalRoutes } from '#/portal/internal-routes.ts';
import { addPortalRoute, type PortalOptions } from '#/portal/pass-to-portal.ts';
import { readStatus } from '#/status/read-status.ts';
import { addStatusRoute } from '#/status/status-route.ts';
import { type OpenStreamingOptions, openStreaming } from '#/streams/open-streaming.ts';
import type { OpenStreams } from '#/streams/open-streams.ts';

export interface ServeOptions
  extends Omit<AdmissionOptions, 'graph'>,
    Omit<OpenStreamingOptions, 'admission'>,
    Omit<RouteOptions, 'admission' | 'supergraph' | 'streams' | 'streamDeps' | 'unread' | 'passToPortal'>,
    Pick<ReadinessOptions, 'subgraphWaitMs'>,
    PortalOptions {
  tips: TipFollower;
  calls: Pick<CallTracker, 'open' | 'openAtOnce'>;
  onStreams?: (streams: OpenStreams) => void;
  drainMs?: number | undefined;
  metrics?: GatewayMetrics | undefined;
  /** In place of every gateway's bounds; for tests. */
  unread?: UnreadAnswers | undefined;
}

/** Does not listen yet. */
export async function serve(options: ServeOptions): Promise<FastifyInstance> {
  const { graphs, logger, trustedProxies, tips, secret, subgraphWaitMs, metrics } = options;
  const onLeftOut = (subgraphs: string[]): void =>
    logger.warn({ subgraphs }, 'these subgraphs were waited for and do not answer: their fields are unavailable');
  const subgraphs = () => graphs.current.subgraphs;
  const readiness = new Readiness({ subgraphs, secret, tips, subgraphWaitMs, onLeftOut });
  const server = createServer({
    readiness,
    trustedProxies,
    logger,
    drainMs: options.drainMs,
    registry: metrics?.registry,
  });
  const onAnswered = measureRequests(server, metrics?.registry);
  const admission = new Admission({ ...options, graph: () => graphs.current });
  const streaming = openStreaming(server, { ...options, admission });
  metrics?.watchStreams(streaming.streams);
  options.onStreams?.(streaming.streams);
  const { unread = new UnreadAnswers() } = options;
  const passToPortal = addPortalRoute(server, {
    ...options,
    keyOf: ({ headers, ip: address }) => {
      const caller = admission.callers.callerBy(bearerOf(headers.authorization), { address, origin: undefined });
      return admission.callers.judgeAtOnce(caller);
    },
  });
  const route = {
    ...options,
    ...streaming,
    admission,
    supergraph: () => graphs.current.id,
    unread,
    passToPortal: options.portalUrl === undefined ? undefined : passToPortal,
  };
  addGraphqlRoute(server, route);
  const onMoved = (listener: () => void) => tips.onMoved(listener);
  addStatusRoute(server, { read: () => readStatus({ graphs, tips, logger }), onMoved, logger });
  addInternalRoutes(server, {
    webhookTypes: () => graphs.current.webhookTypes,
    apiSchema: () => graphs.current.apiSchema,
    isOurs: options.authenticator.isOurs,
  });
  const { cache } = options;
  // Fastify's hooks make spans: every traced request goes there.
  if (cache !== null && !isTracingOn()) FrontDoor.open(server, { ...route, cache, onAnswered });
  return server;
}
