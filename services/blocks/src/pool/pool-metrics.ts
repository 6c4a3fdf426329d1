import { Counter, Gauge, type Registry } from 'prom-client';
import type { PoolSync } from './sync-pool.ts';

export class PoolMetrics {
  readonly #size: Gauge<'chain'>;
  readonly #changes: Counter<'chain' | 'change'>;

  constructor(registry: Registry) {
    this.#size = new Gauge({
      name: 'ledgergraph_mempool_transactions',
      help: 'Transactions in the mempool of the followed node, at the last reading',
      labelNames: ['chain'],
      registers: [registry],
    });
    this.#changes = new Counter({
      name: 'ledgergraph_mempool_changes_total',
      help: 'Transactions that entered the mempool, or left it for another reason than a block, by the reason',
      labelNames: ['chain', 'change'],
      registers: [registry],
    });
  }

  read(chain: string, { entered, left, size }: PoolSync): void {
    this.#size.set({ chain }, size);
    this.#changes.inc({ chain, change: 'entered' }, entered);
    for (const [reason, count] of left) this.#changes.inc({ chain, change: reason.toLowerCase() }, count);
  }
}
