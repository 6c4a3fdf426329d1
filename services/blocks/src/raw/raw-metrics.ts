import { Counter, type Registry } from 'prom-client';
import type { RawOutcome } from './raw-outcome.ts';

export class RawMetrics {
  readonly #fetched: Counter<'chain' | 'outcome'>;

  constructor(registry: Registry) {
    this.#fetched = new Counter({
      name: 'ledgergraph_raw_transactions_total',
      help: 'Transactions and blocks whose bytes or text a node was asked for, by the outcome; a mismatch is a node that answered others',
      labelNames: ['chain', 'outcome'],
      registers: [registry],
    });
  }

  fetched(chain: string, outcome: RawOutcome['kind']): void {
    this.#fetched.inc({ chain, outcome });
  }
}
