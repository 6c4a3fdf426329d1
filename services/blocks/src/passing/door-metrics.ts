import { Counter, type Registry } from 'prom-client';
import type { PassedOutcome } from './outcome.ts';

export class DoorMetrics {
  readonly #passed: Counter<'chain' | 'method' | 'outcome'>;

  constructor(registry: Registry) {
    this.#passed = new Counter({
      name: 'ledgergraph_passed_calls_total',
      help: "Clients' calls of the node's own API, by the outcome; `refused` are those that no node was asked, `busy` those beyond our limits",
      labelNames: ['chain', 'method', 'outcome'],
      registers: [registry],
    });
  }

  /** @param method a known one */
  passed(chain: string, method: string, outcome: PassedOutcome['kind']): void {
    this.#passed.inc({ chain, method, outcome });
  }
}
