import type { Admission, Reservation } from './admission.ts';

/** Time for which a call waits for a unit that others may still give back. */
export const WAIT_MAX_MS = 2_500;

type Resolve = (admission: Admission) => void;

/** Calls that wait for a unit of one team, first come first served. */
export class UnitQueue {
  readonly #waiting = new Set<Resolve>();
  readonly #atDeadline: () => Admission;

  /** @param atDeadline answer for a call that has waited in vain */
  constructor(atDeadline: () => Admission) {
    this.#atDeadline = atDeadline;
  }

  get length(): number {
    return this.#waiting.size;
  }

  /** Resolves at the latest after WAIT_MAX_MS. */
  join(): Promise<Admission> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(this.#atDeadline()), WAIT_MAX_MS);
      const settle = (admission: Admission): void => {
        clearTimeout(timer);
        this.#waiting.delete(settle);
        resolve(admission);
      };
      this.#waiting.add(settle);
    });
  }

  /** Serves as many as `take` has units for. */
  serve(take: () => Reservation | undefined): void {
    for (const settle of this.#waiting) {
      const reservation = take();
      if (reservation === undefined) return;
      settle({ status: 'admitted', reservation });
    }
  }

  refuse(admission: Exclude<Admission, { status: 'admitted' }>): void {
    for (const settle of this.#waiting) settle(admission);
  }
}
