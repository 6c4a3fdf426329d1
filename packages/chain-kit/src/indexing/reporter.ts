import { randomUUID } from 'node:crypto';

/** Numbers what one indexer process says of its progress, so that whoever listens can tell an older word from a newer one. */
export class Reporter {
  /** Made anew at each start. */
  readonly id = randomUUID();
  #sequence = 0n;

  /** To be taken when the word is spoken: its order is the order of what is true. */
  next(): { reporter: string; sequence: bigint } {
    this.#sequence += 1n;
    return { reporter: this.id, sequence: this.#sequence };
  }
}
