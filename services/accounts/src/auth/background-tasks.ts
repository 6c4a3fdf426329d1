import type { Logger } from '@ledgergraph/service-kit/logger';

/** Work that no answer waits for: the duration of an answer must not show whether a mail is sent. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  readonly add = (work: Promise<unknown>): void => {
    const task: Promise<void> = work
      .then(
        () => undefined,
        (error: unknown) => this.#logger.error({ err: error }, 'work in the background failed'),
      )
      .finally(() => this.#running.delete(task));
    this.#running.add(task);
  };

  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
