import { collectDefaultMetrics, Registry } from 'prom-client';
import { createHttpServer } from './create-http-server.ts';

export function measureProcess(roles: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ role: roles });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Needs no secret: the port is for the network of operators. Metrics that are registered later are served too. */
export async function serveMetrics(
  read: () => Promise<readonly Registry[]>,
  { host, port }: { host: string; port: number },
): Promise<() => Promise<void>> {
  const server = createHttpServer();
  server.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await joinRegistries(await read())),
  );
  await server.listen({ host, port });
  return async () => {
    await server.close();
  };
}

/** A metric of several registries is described once, with the samples of all. */
export async function joinRegistries(registries: readonly Registry[]): Promise<string> {
  const read = registries.flatMap((registry) =>
    registry
      .getMetricsAsArray()
      .map(async ({ name }) => ({ name, text: await registry.getSingleMetricAsString(name) })),
  );
  const joined = new Map<string, string[]>();
  for (const { name, text } of await Promise.all(read)) {
    const lines = text.split('\n');
    const known = joined.get(name);
    if (known === undefined) joined.set(name, lines);
    else known.push(...lines.filter((line) => !line.startsWith('#')));
  }
  return `${Array.from(joined.values(), (lines) => lines.join('\n')).join('\n\n')}\n`;
}
