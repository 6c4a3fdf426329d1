import type { Deadline } from '@ledgergraph/service-kit/deadline';

/** No caller waits for the answer any more, or this caller does not. */
export class DeadlinePassed extends Error {
  constructor() {
    super('the answer was not waited for any longer');
    this.name = 'DeadlinePassed';
  }
}

export interface AbortHandle {
  /** Called once, at once if it was aborted before. A later one replaces it. */
  onAbort(abort: (reason: Error) => void): void;
}

/** Several callers wait, each until its own deadline. When the last one has gone the request is aborted. */
export class SharedRequest<Answer> {
  readonly #answer: Promise<Answer>;
  #waiting = 0;
  #abort: ((reason: Error) => void) | undefined;
  #isAborted = false;
  #isSettled = false;

  /** @param run begins the work at once */
  constructor(run: (handle: AbortHandle) => Promise<Answer>) {
    this.#answer = run({
      onAbort: (abort) => {
        this.#abort = abort;
        if (this.#isAborted) abort(new DeadlinePassed());
      },
    });
    // A caller that has left gets no error.
    this.onSettled(() => {
      this.#isSettled = true;
    });
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  onSettled(callback: () => void): void {
    this.#answer.then(callback, callback);
  }

  /** @throws DeadlinePassed if the deadline comes first; errors of the work */
  waitFor(deadline: Deadline | undefined): Promise<Answer> {
    this.#waiting += 1;
    // A caller without one waits for ever: the request is never aborted.
    if (deadline === undefined) return this.#answer;
    return new Promise((resolve, reject) => {
      const forget = deadline.onOver(() => {
        this.#leave();
        reject(new DeadlinePassed());
      });
      this.#answer.then(
        (answer) => {
          forget();
          resolve(answer);
        },
        (error) => {
          forget();
          reject(error);
        },
      );
    });
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#isAborted || this.#isSettled) return;
    this.#isAborted = true;
    this.#abort?.(new DeadlinePassed());
  }
}
