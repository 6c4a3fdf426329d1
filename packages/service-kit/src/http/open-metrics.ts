import { collectDefaultMetrics, Registry } from 'prom-client';
import { measurePools } from '#/metrics/pool-metrics.ts';
import { createHttpServer } from './create-http-server.ts';

export interface MetricsEnv {
  HOST: string;
  METRICS_PORT?: number | undefined;
}

/**
 * The process's metrics, served as GET /metrics on a port of their own, which needs no secret: it is for the network of operators.
 * Undefined without METRICS_PORT: nothing is measured then. Metrics that are registered later are served too.
 * @param name name of the process: the label `process` of all its metrics
 */
export async function openMetrics(
  name: string,
  { HOST: host, METRICS_PORT: port }: MetricsEnv,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Registry | undefined> {
  if (port === undefined) return undefined;
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  measurePools(registry);
  const server = createHttpServer();
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  onStop(() => server.close());
  await server.listen({ host, port });
  return registry;
}
