import { randomUUID } from 'node:crypto';

/** A receiver can distinguish an older report from a newer one. */
export class Reporter {
  /** New at each start of the process. */
  readonly id = randomUUID();
  #sequence = 0n;

  /** Taken when the report is made, so that numbers have the order of the reported facts. */
  next(): { reporter: string; sequence: bigint } {
    this.#sequence += 1n;
    return { reporter: this.id, sequence: this.#sequence };
  }
}
