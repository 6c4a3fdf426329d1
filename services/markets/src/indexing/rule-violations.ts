import { Counter, type Registry } from 'prom-client';

export class RuleViolations {
  readonly #counts = new Map<string, number>();
  readonly #counter: Counter | undefined;

  constructor(registry?: Registry) {
    if (registry === undefined) return;
    this.#counter = new Counter({
      name: 'ledgergraph_markets_rule_violations_total',
      help: 'Payments, supplies and registrations that break a rule of the protocol; the graph shows what happened',
      labelNames: ['chain'],
      registers: [registry],
    });
  }

  add(network: string, count: number): void {
    this.#counts.set(network, this.count(network) + count);
    this.#counter?.inc({ chain: network }, count);
  }

  count(network: string): number {
    return this.#counts.get(network) ?? 0;
  }
}
