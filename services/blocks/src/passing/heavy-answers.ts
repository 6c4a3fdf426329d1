import type { PassedOutcome } from './outcome.ts';

const KEPT_MAX = 50;

interface OfTip {
  tip: string;
  answers: Map<string, Promise<PassedOutcome>>;
}

/** Each is asked once while a tip stands, and one at a time for a chain. */
export class HeavyAnswers {
  readonly #chains = new Map<string, OfTip>();
  readonly #running = new Set<string>();

  /** @returns undefined: another one runs */
  find(
    { chainId, tip, key }: { chainId: string; tip: string; key: string },
    ask: () => Promise<PassedOutcome>,
  ): Promise<PassedOutcome> | undefined {
    const { answers } = this.#of(chainId, tip);
    const kept = answers.get(key);
    if (kept !== undefined) return kept;
    if (this.#running.has(chainId)) return undefined;
    this.#running.add(chainId);
    const [oldest] = answers.keys();
    if (answers.size >= KEPT_MAX && oldest !== undefined) answers.delete(oldest);
    const answer = ask()
      .then((outcome) => {
        if (outcome.kind !== 'answered') answers.delete(key);
        return outcome;
      })
      .finally(() => this.#running.delete(chainId));
    answers.set(key, answer);
    return answer;
  }

  #of(chainId: string, tip: string): OfTip {
    const known = this.#chains.get(chainId);
    if (known?.tip === tip) return known;
    const fresh: OfTip = { tip, answers: new Map() };
    this.#chains.set(chainId, fresh);
    return fresh;
  }
}
