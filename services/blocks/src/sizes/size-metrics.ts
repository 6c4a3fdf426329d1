import { Gauge, type Registry } from 'prom-client';

/** Metrics of the sizes that are filled in. */
export class SizeMetrics {
  readonly #left: Gauge<'chain'>;

  constructor(registry: Registry) {
    this.#left = new Gauge({
      name: 'ledgergraph_size_fill_heights',
      help: 'Heights whose transactions are still looked through for sizes that an older version did not store',
      labelNames: ['chain'],
      registers: [registry],
    });
  }

  /** @param chain the operator's name of the network */
  left(chain: string, heights: number): void {
    this.#left.set({ chain }, heights);
  }
}
