import type { Registry } from 'prom-client';
import type { OpenPools, PoolState } from '#/db/open-pools.ts';
import { ScrapedMetrics } from './scraped-metrics.ts';

export function measurePools(registry: Registry, pools: OpenPools): void {
  const sum = (count: (pool: PoolState) => number): number =>
    pools.list().reduce((total, pool) => total + count(pool), 0);
  const metrics = new ScrapedMetrics(registry);
  metrics.gauge(
    'ledgergraph_database_connections',
    'Connections to Postgres that are open, by whether a query or transaction holds them',
    () => {
      const [idle, all] = [sum((pool) => pool.idleCount), sum((pool) => pool.totalCount)];
      return [
        [{ state: 'idle' }, idle],
        [{ state: 'busy' }, all - idle],
      ];
    },
    { labelNames: ['state'] },
  );
  metrics.gauge('ledgergraph_database_waiting', 'Queries and transactions that wait for a connection to Postgres', () =>
    sum((pool) => pool.waitingCount),
  );
}
