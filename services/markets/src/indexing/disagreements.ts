import { Counter, type Registry } from 'prom-client';

/** Counts, by network, transfers and registrations that were paid otherwise than by the rules, and supplies that do not follow from them. */
export class Disagreements {
  readonly #counts = new Map<string, number>();
  readonly #counter: Counter | undefined;

  /** @param registry shows the counts among the metrics of a role */
  constructor(registry?: Registry) {
    if (registry === undefined) return;
    this.#counter = new Counter({
      name: 'ledgergraph_markets_disagreements_total',
      help: 'Transfers that an import paid, supplies that it left, and registrations, otherwise than by the rules of the protocol; the graph shows what happened',
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
