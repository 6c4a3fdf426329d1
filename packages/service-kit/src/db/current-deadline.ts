import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deadline } from '#/deadline.ts';

const deadlines = new AsyncLocalStorage<Deadline>();

/** Runs a function whose statements are useless once the deadline is over. */
export function withDeadline<Result>(deadline: Deadline, run: () => Result): Result {
  return deadlines.run(deadline, run);
}

/** Runs a function whose statements are of use beyond the current request. */
export function withoutDeadline<Result>(run: () => Result): Result {
  return deadlines.exit(run);
}

/** The deadline of the current request. Undefined without a request: in a timer, or in an indexer. */
export function currentDeadline(): Deadline | undefined {
  return deadlines.getStore();
}
