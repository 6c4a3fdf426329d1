import { existsSync } from 'node:fs';

const PATIENCE_MS = 60_000;
const POLL_MS = 500;

interface Killable {
  kill(signal: NodeJS.Signals): boolean;
}

/** Something is left open in a process that lives on after its results. */
export class StuckWatch implements Disposable {
  readonly #timer: NodeJS.Timeout;
  #writtenAt: number | undefined;
  #wasStuck = false;

  /** @param patienceMs how long it may live on */
  constructor(resultFile: string, child: Killable, patienceMs = PATIENCE_MS) {
    this.#timer = setInterval(() => this.#look(resultFile, child, patienceMs), Math.min(POLL_MS, patienceMs));
  }

  get wasStuck(): boolean {
    return this.#wasStuck;
  }

  #look(resultFile: string, child: Killable, patienceMs: number): void {
    if (this.#writtenAt === undefined && existsSync(resultFile)) this.#writtenAt = performance.now();
    if (this.#writtenAt === undefined || performance.now() - this.#writtenAt < patienceMs) return;
    this.#wasStuck = true;
    child.kill('SIGKILL');
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
