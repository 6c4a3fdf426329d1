import type { Dispatcher } from 'undici';
import type { AbortHandle } from './shared-request.ts';

export interface Received {
  status: number;
  text: string;
}

/** Collects an answer's text without the stream that undici's `request` would put around each. */
export class TextReceiver {
  readonly #resolve: (received: Received) => void;
  readonly #reject: (error: Error) => void;
  readonly #abort: AbortHandle;
  readonly #chunks: Buffer[] = [];
  #status = 0;

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void, abort: AbortHandle) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#abort = abort;
  }

  // Called by undici, which looks for the handler's methods by name.
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#abort.onAbort((reason) => controller.abort(reason));
  }

  onResponseStart(_controller: unknown, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const whole = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, text: whole.toString('utf8') });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#reject(error);
  }
}
