import { Gauge, type Registry } from 'prom-client';
import { listPools } from '#/db/open-pools.ts';

/** Measures the use of the process's connections to Postgres. */
export function measurePools(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'ledgergraph_database_connections',
    help: 'Connections to Postgres that are open, by whether a query or transaction holds them',
    labelNames: ['state'],
    registers,
    collect() {
      const [idle, all] = [sum((pool) => pool.idleCount), sum((pool) => pool.totalCount)];
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'busy' }, all - idle);
    },
  });
  new Gauge({
    name: 'ledgergraph_database_waiting',
    help: 'Queries and transactions that wait for a connection to Postgres',
    registers,
    collect() {
      this.set(sum((pool) => pool.waitingCount));
    },
  });
}

function sum(count: (pool: ReturnType<typeof listPools>[number]) => number): number {
  return listPools().reduce((total, pool) => total + count(pool), 0);
}
