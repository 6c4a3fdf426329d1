import { setImmediate as nextTurn } from 'node:timers/promises';

/** What one turn of the event loop may take where others wait for theirs. */
const TURN_MS = 4;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 16;

/**
 * Does a step for each item, in order, and gives the event loop a turn every few milliseconds: it is when connections hear of what
 * Postgres is done with, and send what waits. An indexer prepares one batch while another is written.
 */
export async function inTurns<Item>(items: readonly Item[], step: (item: Item, index: number) => void): Promise<void> {
  let until = performance.now() + TURN_MS;
  for (let index = 0; index < items.length; index += 1) {
    step(items[index] as Item, index);
    if (index % STEPS_PER_LOOK !== 0 || performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + TURN_MS;
  }
}

/** The same, and what the steps give. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await inTurns(items, (item, index) => results.push(step(item, index)));
  return results;
}
