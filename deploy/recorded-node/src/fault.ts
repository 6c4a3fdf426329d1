/**
 * A way in which a node fails.
 * - `warming-up`: error -28 with a progress message, HTTP 500
 * - `work-queue-full`: HTTP 500 with a plain text body
 * - `reset`: the connection is cut before an answer
 * - `truncated`: the connection is cut in the middle of the answer
 * - `malformed`: HTTP 200 with half of the answer's text, which is no JSON
 * - `damaged`: a whole answer in which the first transaction has another id than its block's header commits to
 * - `rpc-error`: every call is refused with -1
 * - `silent`: no answer ever
 */
export interface Fault {
  kind: 'warming-up' | 'work-queue-full' | 'reset' | 'truncated' | 'malformed' | 'damaged' | 'rpc-error' | 'silent';
  /** Number of HTTP requests that fail; absent: until another fault or null is set. */
  times?: number;
  message?: string;
}

export class FaultSwitch {
  #fault: Fault | null = null;
  #left = 0;

  set(fault: Fault | null): void {
    this.#fault = fault;
    this.#left = fault?.times ?? Number.POSITIVE_INFINITY;
  }

  take(): Fault | null {
    if (this.#left <= 0) return null;
    this.#left -= 1;
    return this.#fault;
  }
}
