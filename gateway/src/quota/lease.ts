import type { Month } from './month.ts';

/**
 * Time for which a lease may at least be spent when its month is over by our clock: the clock of accounts decides the
 * month.
 */
const SKEW_MS = 1_000;

export interface LeaseReport {
  leaseId: string;
  spent: bigint;
  size: bigint;
  closed: boolean;
}

/**
 * Units of one team's month that this gateway may spend. A unit is available, reserved for a call that runs, or spent.
 * They are counted as numbers, which each call is quicker with: no lease comes near what those can count.
 */
export class Lease {
  readonly id: string;
  readonly month: Month;
  readonly #usableUntil: number;
  #size: number;
  #spent = 0;
  #reserved = 0;
  #released = false;
  /** Spent units that accounts knows of. */
  #reportedSpent = 0;

  /** @param now when it was given, unix milliseconds */
  constructor({ id, size, month, now }: { id: string; size: bigint; month: Month; now: number }) {
    this.id = id;
    this.month = month;
    this.#size = Number(size);
    this.#usableUntil = Math.max(month.endsAt, now + SKEW_MS);
  }

  get available(): number {
    return this.#released ? 0 : this.#size - this.#spent - this.#reserved;
  }

  get reserved(): number {
    return this.#reserved;
  }

  get unreportedSpent(): number {
    return this.#spent - this.#reportedSpent;
  }

  hasEnded(now: number): boolean {
    return now >= this.#usableUntil;
  }

  /** Sets one unit aside for a call. False when there is none. */
  reserve(now: number): boolean {
    if (this.hasEnded(now) || this.available <= 0) return false;
    this.#reserved++;
    return true;
  }

  /** The call that reserved a unit was answered. */
  commit(): void {
    this.#reserved--;
    this.#spent++;
  }

  /** The call that reserved a unit was not answered. */
  refund(): void {
    this.#reserved--;
    if (this.#released) this.#size--;
  }

  /** Gives back all that no call holds, now, and the rest as soon as its call is refunded. */
  release(): void {
    this.#size = this.#spent + this.#reserved;
    this.#released = true;
  }

  /** Returns the report to accounts. Closed: nothing will ever be spent of it again. */
  report(): LeaseReport {
    const closed = this.#reserved === 0 && this.available <= 0;
    return { leaseId: this.id, spent: BigInt(this.#spent), size: BigInt(this.#size), closed };
  }

  /** Accounts has taken that report in. */
  confirm({ spent }: Pick<LeaseReport, 'spent'>): void {
    this.#reportedSpent = Number(spent);
  }
}
