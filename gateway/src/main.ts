import type { AddressInfo } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { createRegistry, openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createSecretCheck, currentSecret } from '@ledgergraph/service-kit/internal-secret';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import type { Registry } from 'prom-client';
import { ExecutionCounts } from '#/execution/executor.ts';
import { Counters } from '#/limits/counters.ts';
import { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import { AllowedOrigins } from '#/origins/allowed-origins.ts';
import { subgraphNames } from '#/subgraphs/subgraph-names.ts';
import { readBuiltInSupergraph } from '#/supergraph/first-supergraph.ts';
import { openSupergraphs } from '#/supergraph/open-supergraphs.ts';
import { runWorkers } from '#/workers/run-workers.ts';
import { WorkerLink } from '#/workers/worker-link.ts';
import { createContext } from './context.ts';
import { readGatewayEnv } from './env.ts';
import { serve } from './serve.ts';

const env = readGatewayEnv(subgraphNames(await readBuiltInSupergraph()));
const logger = createLogger('gateway', env.LOG_LEVEL);

type OnStop = (stop: () => Promise<void>) => void;

const link = WorkerLink.open();
const hasWorkers = isMainThread && env.GATEWAY_WORKERS > 1;
await runProcess('gateway', logger, (onStop) => (hasWorkers ? runWorkers(env, logger, onStop) : runServer(onStop)));

/** A whole gateway: the process's only one, or one of its workers. */
async function runServer(onStop: OnStop): Promise<void> {
  const registry = await openRegistry(onStop);
  const metrics = registry === undefined ? undefined : new GatewayMetrics(registry);
  const counters = link === undefined ? Counters.alone() : new Counters(link.start.memory, link.start.member);
  const context = await createContext(env, logger, onStop, counters, metrics);
  const secret = currentSecret(env.INTERNAL_SECRET);
  const counts = new ExecutionCounts();
  const cost = { max: env.COST_MAX, onCost: metrics?.onCost };
  const onPlanned = context.unplanned.notePlanned.bind(context.unplanned);
  const graphs = { ...context, secret, logger, counts, cost, onFetch: metrics?.onFetch, onPlanned };
  const supergraphs = await openSupergraphs(env, graphs, onStop);
  metrics?.watchGraph(counts, supergraphs);
  const server = await serve({
    ...context,
    graphs: supergraphs.graphs,
    secret,
    cursorSecret: env.INTERNAL_SECRET,
    streamsPerKeyMax: env.STREAMS_PER_KEY,
    subgraphWaitMs: env.SUBGRAPH_WAIT_MS,
    accountsUrl: env.ACCOUNTS_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    origins: new AllowedOrigins(env.CORS_ORIGINS),
    authenticator: {
      keys: context.keys,
      brand: env.KEY_BRAND,
      pepper: env.KEY_PEPPER,
      isOurs: createSecretCheck(env.INTERNAL_SECRET),
    },
    joinReasons,
    operationTimeoutMs: env.OPERATION_TIMEOUT_MS,
    leavingMs: env.DRAIN_MS,
    logger,
    metrics,
  });
  onStop(() => server.close());
  const { HOST: host, PORT: port } = env;
  if (link === undefined) return void (await server.listen({ host, port }));
  // `reusePort` is Node's option: Fastify's types lack it, but it is passed on.
  const shared = { host, port: link.start.port, reusePort: true };
  await server.listen(shared);
  link.reportUp((server.server.address() as AddressInfo).port);
}

/** A worker's metrics are served by the main thread, with those of the others. */
async function openRegistry(onStop: OnStop): Promise<Registry | undefined> {
  if (link === undefined || env.METRICS_PORT === undefined) return openMetrics('gateway', env, onStop);
  const registry = createRegistry('gateway');
  link.answer('metrics', () => registry.getMetricsAsJSON());
  return registry;
}

function joinReasons(own: () => Promise<string[]>): () => Promise<string[]> {
  if (link === undefined) return own;
  link.answer('readiness', own);
  return async () => {
    const answers = (await link.askAll('readiness')) as (string[] | null)[];
    return [...new Set(answers.flatMap((reasons) => reasons ?? ['a part of this gateway does not answer']))];
  };
}
