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
  env: MetricsEnv,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Registry | undefined> {
  if (env.METRICS_PORT === undefined) return undefined;
  const registry = createRegistry(name);
  await serveMetrics(() => registry.metrics(), env, onStop);
  return registry;
}

/** Metrics of a process, or of a thread of one. */
export function createRegistry(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: name });
  collectDefaultMetrics({ register: registry });
  measurePools(registry);
  return registry;
}

/** Serves GET /metrics, if the environment has a port for it. */
export async function serveMetrics(
  read: () => Promise<string>,
  { HOST: host, METRICS_PORT: port }: MetricsEnv,
  onStop: (stop: () => Promise<void>) => void,
): Promise<void> {
  if (port === undefined) return;
  const server = createHttpServer();
  server.get('/metrics', async (_request, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await read()));
  onStop(() => server.close());
  await server.listen({ host, port });
}
