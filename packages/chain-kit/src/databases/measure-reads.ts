import { ScrapedMetrics } from '@ledgergraph/service-kit/metrics/scraped-metrics';
import type { Registry } from 'prom-client';
import type { ReadDatabases } from './chain-databases.ts';

/** A replica that has lacked pins for this long is no help at the tip. */
const LAGS_MS = 10_000;

export function measureReads(registry: Registry, databases: ReadDatabases): void {
  const metrics = new ScrapedMetrics(registry);
  metrics.counter(
    'ledgergraph_chain_reads_total',
    'Chains that requests read, by the kind of server: primary or replica',
    () => Object.entries(databases.reads).map(([target, count]) => [{ target }, count] as const),
    { labelNames: ['target'] },
  );
  const replicas = databases.list().flatMap((database) => database.replicas);
  metrics.gauge(
    'ledgergraph_replicas',
    'Replicas by state: in use, away, or lagging so that it has lacked the blocks of requests for ten seconds',
    () => {
      const away = replicas.filter(({ isAway }) => isAway).length;
      const lagging = replicas.filter(({ isAway, lagsMs }) => !isAway && lagsMs > LAGS_MS).length;
      return [
        [{ state: 'used' }, replicas.length - away - lagging],
        [{ state: 'away' }, away],
        [{ state: 'lagging' }, lagging],
      ];
    },
    { labelNames: ['state'] },
  );
}
