import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that one turn of the event loop may take while other work waits. */
const TURN_MS = 4;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/**
 * Yields to the event loop every few milliseconds of long work. Connections then read the responses of Postgres and send queued data. An
 * indexer prepares one batch while another one is written.
 */
export class LoopYielder {
  #until = performance.now() + TURN_MS;
  #steps = 0;

  /** True if a turn is due; to be called after each step of the work. */
  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS_PER_LOOK === 0 && performance.now() >= this.#until;
  }

  /** Yields if a turn is due. */
  async next(): Promise<void> {
    if (this.isDue()) await this.give();
  }

  async give(): Promise<void> {
    await nextTurn();
    this.#until = performance.now() + TURN_MS;
  }
}

/** Runs a step for each item, in order, and yields to the event loop meanwhile. */
export async function inYieldingSteps<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => void,
): Promise<void> {
  const yielder = new LoopYielder();
  for (let index = 0; index < items.length; index += 1) {
    step(items[index] as Item, index);
    if (yielder.isDue()) await yielder.give();
  }
}
