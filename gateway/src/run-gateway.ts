import { openMetrics } from '@ledgergraph/service-kit/http/open-metrics';
import { createSecretCheck, currentSecret } from '@ledgergraph/service-kit/internal-secret';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { runProcess } from '@ledgergraph/service-kit/process';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import { AllowedOrigins } from '#/origins/allowed-origins.ts';
import { subgraphNames } from '#/subgraphs/subgraph-names.ts';
import { readBuiltInSupergraph } from '#/supergraph/first-supergraph.ts';
import { openSupergraphs } from '#/supergraph/open-supergraphs.ts';
import { createContext } from './context.ts';
import { readGatewayEnv } from './env.ts';
import { serve } from './serve.ts';

const env = readGatewayEnv(subgraphNames(await readBuiltInSupergraph()));
const logger = createLogger('gateway', env.LOG_LEVEL);

await runProcess('gateway', logger, async (onStop) => {
  const registry = await openMetrics('gateway', env, onStop);
  const metrics = registry === undefined ? undefined : new GatewayMetrics(registry);
  const context = await createContext(env, logger, onStop, metrics);
  const secret = currentSecret(env.INTERNAL_SECRET);
  const counts = new ExecutionCounts();
  const cost = { max: env.COST_MAX, onCost: metrics?.onCost };
  const graphs = { ...context, secret, logger, counts, cost, onFetch: metrics?.onFetch };
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
    operationTimeoutMs: env.OPERATION_TIMEOUT_MS,
    logger,
    metrics,
  });
  onStop(() => server.close());
  await server.listen({ host: env.HOST, port: env.PORT });
});
