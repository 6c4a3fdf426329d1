import { Counter, type Registry } from 'prom-client';
import type { RawOutcome } from './raw-outcome.ts';

/** Metrics of the bytes of transactions that nodes are asked for. */
export class RawMetrics {
  readonly #fetched: Counter<'chain' | 'outcome'>;

  constructor(registry: Registry) {
    this.#fetched = new Counter({
      name: 'ledgergraph_raw_transactions_total',
      help: 'Transactions whose bytes a node was asked for, by the outcome; a mismatch is a node that answered others',
      labelNames: ['chain', 'outcome'],
      registers: [registry],
    });
  }

  /** @param chain the operator's name of the network */
  fetched(chain: string, outcome: RawOutcome['kind']): void {
    this.#fetched.inc({ chain, outcome });
  }
}
