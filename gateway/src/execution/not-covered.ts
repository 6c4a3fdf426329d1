/** Thrown while an operation is compiled: it holds something that is left to Apollo's own executor. */
export class NotCovered extends Error {
  /** A word for the counters; few, whatever clients send. */
  readonly reason: string;

  constructor(reason: string) {
    super(`not covered by our own executor: ${reason}`);
    this.name = 'NotCovered';
    this.reason = reason;
  }
}
