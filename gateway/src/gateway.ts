import { startDraining } from '@ledgergraph/service-kit/http/drain';
import { createSecretCheck, currentSecret } from '@ledgergraph/service-kit/internal-secret';
import type { RoleContext } from '@ledgergraph/service-kit/roles/role-context';
import { loadApollo } from '#/execution/apollo/load-apollo.ts';
import { ExecutionCounts } from '#/execution/execution-counts.ts';
import { GatewayMetrics } from '#/metrics/gateway-metrics.ts';
import { AllowedOrigins } from '#/origins/allowed-origins.ts';
import { openSupergraphs } from '#/supergraph/open-supergraphs.ts';
import { createContext } from './context.ts';
import type { Env } from './env.ts';
import { serve } from './serve.ts';

export { gatewayRoleEnv as env } from './env.ts';

export async function openGateway(env: Env, role: RoleContext): Promise<void> {
  const { logger, registry, onStop, onDrain } = role;
  const metrics = registry === undefined ? undefined : new GatewayMetrics(registry);
  const context = await createContext(env, logger, onStop, metrics);
  const secret = currentSecret(env.INTERNAL_SECRET);
  const counts = new ExecutionCounts();
  const cost = { max: env.COST_MAX, onCost: metrics?.onCost };
  const apollo = await loadApollo({
    executor: env.EXECUTOR,
    share: env.EXECUTOR_SHADOW,
    timeoutMs: env.OPERATION_TIMEOUT_MS,
    tips: context.tips,
    logger,
    counts,
  });
  const graphs = { ...context, secret, logger, counts, cost, onFetch: metrics?.onFetch, apollo };
  const supergraphs = await openSupergraphs(env, graphs, onStop);
  metrics?.watchGraph(counts, supergraphs);
  const server = await serve({
    ...context,
    graphs: supergraphs.graphs,
    secret,
    cursorSecret: env.INTERNAL_SECRET,
    streamsPerKeyMax: env.STREAMS_PER_KEY,
    subgraphWaitMs: env.SUBGRAPH_WAIT_MS,
    portalUrl: env.PORTAL_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    origins: new AllowedOrigins(env.CORS_ORIGINS),
    authenticator: {
      keys: context.keys,
      brand: env.KEY_BRAND,
      pepper: env.KEY_PEPPER,
      isOurs: createSecretCheck(env.INTERNAL_SECRET),
    },
    operationTimeoutMs: env.OPERATION_TIMEOUT_MS,
    drainMs: env.DRAIN_MS,
    logger,
    metrics,
  });
  onDrain(() => startDraining(server));
  onStop(() => server.close());
  // `reusePort` is Node's option: Fastify's types lack it, but it is passed on.
  const place = { host: env.HOST, port: env.PORT, reusePort: env.SHARE_PORT === 'on' };
  await server.listen(place);
}
