import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deadline } from '#/deadline.ts';

/** A request whose statements run now. */
export interface CurrentRequest {
  deadline: Deadline;
  /** Team for whom the gateway asks; empty: the gateway asks for itself. */
  team: string;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

/** Runs a function whose statements are useless once the deadline is over. */
export function withDeadline<Result>(deadline: Deadline, run: () => Result, team = ''): Result {
  return requests.run({ deadline, team }, run);
}

/** Runs a function whose statements are of use beyond the current request. */
export function withoutDeadline<Result>(run: () => Result): Result {
  return requests.exit(run);
}

/** The current request. Undefined in a timer, or in an indexer. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore();
}

/** The deadline of the current request. */
export function currentDeadline(): Deadline | undefined {
  return requests.getStore()?.deadline;
}
