import { Counter, type Registry } from 'prom-client';

/** Counts, by network, payments, supplies and registrations that differ from what the protocol's rules give. */
export class RuleViolations {
  readonly #counts = new Map<string, number>();
  readonly #counter: Counter | undefined;

  /** @param registry shows the counts among the metrics of a role */
  constructor(registry?: Registry) {
    if (registry === undefined) return;
    this.#counter = new Counter({
      name: 'ledgergraph_markets_rule_violations_total',
      help: 'Payments, supplies and registrations that break a rule of the protocol; the graph shows what happened',
      labelNames: ['chain'],
      registers: [registry],
    });
  }

  /** @param network its name */
  add(network: string, count: number): void {
    this.#counts.set(network, this.count(network) + count);
    this.#counter?.inc({ chain: network }, count);
  }

  count(network: string): number {
    return this.#counts.get(network) ?? 0;
  }
}
