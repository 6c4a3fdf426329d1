import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one turn of the event loop may take where others wait for theirs. */
const TURN_MS = 4;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/**
 * Turns of the event loop for others, every few milliseconds of somebody's work: it is when connections hear of what Postgres is done with,
 * and send what waits. An indexer prepares one batch while another is written.
 */
export class Turns {
  #until = performance.now() + TURN_MS;
  #steps = 0;

  /** Whether a turn is due; to be asked after each step of the work. */
  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS_PER_LOOK === 0 && performance.now() >= this.#until;
  }

  /** Gives one if it is due. */
  async next(): Promise<void> {
    if (this.isDue()) await this.give();
  }

  async give(): Promise<void> {
    await nextTurn();
    this.#until = performance.now() + TURN_MS;
  }
}

/** Does a step for each item, in order, and gives turns meanwhile. */
export async function inTurns<Item>(items: readonly Item[], step: (item: Item, index: number) => void): Promise<void> {
  const turns = new Turns();
  for (let index = 0; index < items.length; index += 1) {
    step(items[index] as Item, index);
    if (turns.isDue()) await turns.give();
  }
}
