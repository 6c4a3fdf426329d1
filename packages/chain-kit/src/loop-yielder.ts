import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest turn of the event loop while other work waits. */
const TURN_MS = 4;
const STEPS_PER_LOOK = 16;

/** In long work, connections need turns to read responses and send data: an indexer prepares one batch while another is written. */
export class LoopYielder {
  #until = performance.now() + TURN_MS;
  #steps = 0;

  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS_PER_LOOK === 0 && performance.now() >= this.#until;
  }

  async next(): Promise<void> {
    if (this.isDue()) await this.give();
  }

  async give(): Promise<void> {
    await nextTurn();
    this.#until = performance.now() + TURN_MS;
  }
}

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
