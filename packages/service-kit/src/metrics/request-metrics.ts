import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { type BucketCounts, CountedHistogram } from './counted-histogram.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type OnAnswered = (route: string, status: number, seconds: number) => void;

/**
 * Measures by route, never by the requested URL; all requests without a route count as one.
 * @returns records a request answered before the server saw it; undefined where nothing is measured
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

/** A check that throws counts as not ready. */
export function measureReadiness(registry: Registry | undefined, isReady: () => Promise<boolean>): void {
  if (registry === undefined) return;
  new Gauge({
    name: 'ledgergraph_ready',
    help: '1 while the process is ready, as /readyz reports',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      this.set((await isReady().catch(() => false)) ? 1 : 0);
    },
  });
}
