import { createLogger } from '@ledgergraph/service-kit/logger';
import { openMetrics } from '@ledgergraph/service-kit/metrics/open-metrics';
import { runProcess } from '@ledgergraph/service-kit/process';
import { createContext, readSupergraph } from './context.ts';
import { readGatewayEnv } from './env.ts';
import { subgraphNames } from './federation/subgraph-names.ts';
import { GatewayMetrics } from './metrics/gateway-metrics.ts';
import { serve } from './serve.ts';

const supergraphSdl = await readSupergraph();
const env = readGatewayEnv(subgraphNames(supergraphSdl));
const logger = createLogger('gateway', env.LOG_LEVEL);

await runProcess('gateway', logger, async (onStop) => {
  const registry = await openMetrics('gateway', env, onStop);
  const metrics = registry === undefined ? undefined : new GatewayMetrics(registry);
  const context = await createContext(env, logger, onStop, metrics);
  const server = await serve({
    ...context,
    supergraphSdl,
    secret: env.INTERNAL_SECRET,
    accountsUrl: env.ACCOUNTS_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    authenticator: { keys: context.keys, brand: env.KEY_BRAND, pepper: env.KEY_PEPPER },
    logger,
    metrics,
  });
  onStop(() => server.close());
  await server.listen({ host: env.HOST, port: env.PORT });
});
