import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deadline } from '#/deadline.ts';

const deadlines = new AsyncLocalStorage<Deadline>();

/** Runs something whose statements are worth nothing once the deadline is over. */
export function withDeadline<Result>(deadline: Deadline, run: () => Result): Result {
  return deadlines.run(deadline, run);
}

/** Undefined where nobody waits: a timer, an indexer. */
export function currentDeadline(): Deadline | undefined {
  return deadlines.getStore();
}
