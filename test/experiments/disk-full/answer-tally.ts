import { setTimeout as wait } from 'node:timers/promises';
import { postOperation } from '@ledgergraph/test-kit/client';

const PAUSE_MS = 100;

/** Counts of answers in a phase. */
export interface Tally {
  answers: number;
  /** Answers with an error, by the roots that had one and the code. */
  errors: Map<string, number>;
  /** Highest block that an answer was read at. */
  height: number;
}

/** Asks one operation of all four subgraphs without end. */
export class AnswerTally {
  readonly #ask: () => ReturnType<typeof postOperation>;
  #tally = emptyTally();
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(url: string, key: string, operation: string) {
    this.#ask = () => postOperation(url, key, operation);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Counts since the last time. */
  take(): Tally {
    const tally = this.#tally;
    this.#tally = emptyTally();
    return tally;
  }

  get height(): number {
    return this.#tally.height;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const answer = await this.#ask().catch(() => undefined);
      this.#tally.answers += 1;
      if (answer === undefined) this.#count('no answer');
      else {
        this.#tally.height = Math.max(this.#tally.height, answer.chains[0]?.height ?? -1);
        for (const text of new Set(
          answer.errors.map(({ path, extensions }) => `${path?.[0] ?? 'all'} ${extensions.code}`),
        ))
          this.#count(text);
      }
      await wait(PAUSE_MS);
    }
  }

  #count(text: string): void {
    this.#tally.errors.set(text, (this.#tally.errors.get(text) ?? 0) + 1);
  }
}

function emptyTally(): Tally {
  return { answers: 0, errors: new Map(), height: -1 };
}
