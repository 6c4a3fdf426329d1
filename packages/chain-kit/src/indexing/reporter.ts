import { randomUUID } from 'node:crypto';

/** Numbers the progress reports of one indexer process, so that a receiver can distinguish an older report from a newer one. */
export class Reporter {
  /** Random id of the process, new at each start. */
  readonly id = randomUUID();
  #sequence = 0n;

  /** Returns the next number. Take it when the report is made: numbers then have the order of the reported facts. */
  next(): { reporter: string; sequence: bigint } {
    this.#sequence += 1n;
    return { reporter: this.id, sequence: this.#sequence };
  }
}
