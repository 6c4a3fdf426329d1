import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Authenticator } from './auth/authenticate.ts';
import { proxyDashboard } from './dashboard/proxy-dashboard.ts';
import { ExecutionCounts } from './execution/execution-counts.ts';
import { createGraph } from './federation/create-graph.ts';
import type { SubgraphClient } from './federation/subgraph-client.ts';
import type { CallBook } from './http/call-book.ts';
import { createServer } from './http/create-server.ts';
import { addGraphqlRoute } from './http/graphql-route.ts';
import { Readiness } from './http/readiness.ts';
import type { GatewayMetrics } from './metrics/gateway-metrics.ts';
import type { TipFollower } from './pin/tip-follower.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import { readStatus } from './status/read-status.ts';
import { addStatusRoute } from './status/status-route.ts';

export interface ServeOptions {
  supergraphSdl: string;
  subgraphs: ReadonlyMap<string, Pick<SubgraphClient, 'post'>>;
  tips: TipFollower;
  authenticator: Authenticator;
  calls: Pick<CallBook, 'open'>;
  /** Base URL of the accounts service, which answers the dashboard. */
  accountsUrl: string;
  trustedProxies: readonly string[];
  cache: ResponseCache | null;
  secret: string;
  logger: Logger;
  metrics?: GatewayMetrics | undefined;
}

/** The whole gateway on one HTTP server that does not listen yet. Closing the server ends the graph too. */
export async function serve(options: ServeOptions): Promise<FastifyInstance> {
  const { logger, trustedProxies, tips, metrics } = options;
  const registry = metrics?.registry;
  const server = createServer({ readiness: new Readiness(options), trustedProxies, logger, registry });
  const counts = new ExecutionCounts();
  metrics?.watchExecution(counts);
  const graph = await createGraph({ ...options, counts, onFetch: metrics?.onFetch });
  // Fastify has ended all requests by then.
  server.addHook('onClose', () => graph.stop());
  const supergraph = hash('sha256', options.supergraphSdl, 'base64url');
  addGraphqlRoute(server, { ...options, graph, supergraph: () => supergraph });
  addStatusRoute(server, { read: () => readStatus({ graph, tips, logger }), logger });
  await proxyDashboard(server, options);
  return server;
}
