import { setTimeout as delay } from 'node:timers/promises';

/** Resolves early, without an error, when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** A wake-up signal that is not lost when it rings before a wait begins. One waits at a time. */
export class Bell {
  #rung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#rung) {
      const rung = new AbortController();
      this.#wake = () => rung.abort();
      await pause(ms, signal === undefined ? rung.signal : AbortSignal.any([signal, rung.signal]));
      this.#wake = undefined;
    }
    this.#rung = false;
  }
}
