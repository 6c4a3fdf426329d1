import type { Logger } from 'pino';
import type { EventStream } from '../event-stream.ts';
import { endMessage, StreamEnd, toStreamEnd } from '../stream-end.ts';

/** The results of a stream as the library takes them. A client that stops is heard at once, also while the stream waits. */
export class SocketResults implements AsyncGenerator<object, void, void> {
  readonly #stream: EventStream;
  readonly #events: AsyncGenerator<{ text: string }, void, void>;
  readonly #onEnded: (code: string) => void;
  readonly #logger: Logger;
  #isDone = false;

  constructor(stream: EventStream, onEnded: (code: string) => void, logger: Logger) {
    this.#stream = stream;
    this.#events = stream[Symbol.asyncIterator]();
    this.#onEnded = onEnded;
    this.#logger = logger;
  }

  async next(): Promise<IteratorResult<object, void>> {
    if (this.#isDone) return { done: true, value: undefined };
    try {
      const { value } = await this.#events.next();
      return { done: false, value: JSON.parse(value?.text ?? '') as object };
    } catch (error) {
      const end = toStreamEnd(error);
      if (!(error instanceof StreamEnd)) this.#logger.error({ err: error }, 'a stream failed');
      this.#isDone = true;
      this.#onEnded(end.code);
      if (end.code === 'GONE') return { done: true, value: undefined };
      return { done: false, value: endMessage(end, this.#stream.cursor) };
    }
  }

  async return(): Promise<IteratorResult<object, void>> {
    this.#stream.end(new StreamEnd('GONE'));
    this.#isDone = true;
    // An event that was handed over and never taken is not paid.
    await this.#events.return();
    this.#onEnded('GONE');
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<object, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
