import { metrics } from '@opentelemetry/api';

/** Who executed how many operations. */
export class ExecutionCounts {
  readonly #counter = metrics.getMeter('ledgergraph/gateway').createCounter('gateway.executions', {
    description: 'Operations by who executed them; those left to the stock executor by reason',
  });
  own = 0;
  /** By reason. */
  readonly stock = new Map<string, number>();

  countOwn(): void {
    this.own += 1;
    this.#counter.add(1, { executor: 'own' });
  }

  countStock(reason: string): void {
    this.stock.set(reason, (this.stock.get(reason) ?? 0) + 1);
    this.#counter.add(1, { executor: 'stock', reason });
  }
}
