import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long requests took, by route (never the address asked for) and status; all who found no route count as one. */
export function measureRequests(server: FastifyInstance, registry: Registry | undefined): void {
  if (registry === undefined) return;
  const duration = new Histogram({
    name: 'ledgergraph_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
}

/** Whether the process is ready, asked whenever metrics are. A check that fails is a no. */
export function measureReadiness(registry: Registry | undefined, isReady: () => Promise<boolean>): void {
  if (registry === undefined) return;
  new Gauge({
    name: 'ledgergraph_ready',
    help: '1 while the process does what it is there for, as /readyz says',
    registers: [registry],
    async collect() {
      this.set((await isReady().catch(() => false)) ? 1 : 0);
    },
  });
}
