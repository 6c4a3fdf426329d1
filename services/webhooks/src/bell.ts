import { setTimeout as delay } from 'node:timers/promises';

/** Waits; resolves early, without an error, when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Wakes somebody who waits for work, also if it rings just before they wait. */
export class Bell {
  #isRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves at a ring, after some time, or when the signal is aborted. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isRung) {
      const waiting = new AbortController();
      this.#wake = () => waiting.abort();
      await pause(ms, AbortSignal.any([signal, waiting.signal]));
      this.#wake = undefined;
    }
    this.#isRung = false;
  }
}
