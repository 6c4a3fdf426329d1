import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deadline } from '#/deadline.ts';

export interface CurrentRequest {
  deadline: Deadline;
  /** Empty: the gateway asks for itself. */
  team: string;
}

const requests = new AsyncLocalStorage<CurrentRequest>();

export function withDeadline<Result>(deadline: Deadline, run: () => Result, team = ''): Result {
  return requests.run({ deadline, team }, run);
}

/** For statements that are of use beyond the current request. */
export function withoutDeadline<Result>(run: () => Result): Result {
  return requests.exit(run);
}

/** Undefined in a timer, or in an indexer. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore();
}

export function currentDeadline(): Deadline | undefined {
  return requests.getStore()?.deadline;
}
