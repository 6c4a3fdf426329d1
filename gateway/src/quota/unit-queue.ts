import type { Reservation, UnitAnswer } from './reservation.ts';

/** For a call, for a unit that others may give back. */
export const WAIT_MAX_MS = 2_500;

type Resolve = (answer: UnitAnswer) => void;

/** First come, first served. */
export class UnitQueue {
  readonly #waiting = new Set<Resolve>();
  readonly #atDeadline: () => UnitAnswer;

  /** @param atDeadline answer for a call that has waited in vain */
  constructor(atDeadline: () => UnitAnswer) {
    this.#atDeadline = atDeadline;
  }

  get length(): number {
    return this.#waiting.size;
  }

  join(): Promise<UnitAnswer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(this.#atDeadline()), WAIT_MAX_MS);
      const settle = (answer: UnitAnswer): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(answer);
      };
      this.#waiting.add(settle);
    });
  }

  serve(take: () => Reservation | undefined): void {
    for (const settle of this.#waiting) {
      const reservation = take();
      if (reservation === undefined) return;
      settle({ status: 'admitted', reservation });
    }
  }

  refuse(answer: Exclude<UnitAnswer, { status: 'admitted' }>): void {
    for (const settle of this.#waiting) settle(answer);
  }
}
