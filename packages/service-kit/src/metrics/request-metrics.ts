import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { type BucketCounts, CountedHistogram } from './counted-histogram.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Is told of each request that was answered. */
export type OnAnswered = (route: string, status: number, seconds: number) => void;

/**
 * How long requests took, by route (never the address asked for) and status; all who found no route count as one.
 * @returns tells of a request that was answered before the server heard of it; undefined where nothing is measured
 */
export function measureRequests(server: FastifyInstance, registry: Registry | undefined): OnAnswered | undefined {
  if (registry === undefined) return undefined;
  const duration = new CountedHistogram({
    name: 'ledgergraph_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['route', 'status'],
    buckets: SECONDS,
    registry,
  });
  const series = new Map<string, BucketCounts[]>();
  const onAnswered: OnAnswered = (route, status, seconds) => {
    let ofRoute = series.get(route);
    if (ofRoute === undefined) {
      ofRoute = [];
      series.set(route, ofRoute);
    }
    ofRoute[status] ??= duration.of({ route, status: String(status) });
    ofRoute[status].observe(seconds);
  };
  server.addHook('onResponse', (request, reply, done) => {
    onAnswered(request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  return onAnswered;
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
