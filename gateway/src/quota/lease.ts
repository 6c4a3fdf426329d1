import type { Month } from './month.ts';

/** The clock of accounts decides when a month is over; a lease may be spent at least this long after its end by ours. */
const SKEW_MS = 1_000;

export interface LeaseReport {
  leaseId: string;
  spent: bigint;
  size: bigint;
  closed: boolean;
}

/**
 * Units of one team's month that this gateway may spend: available, reserved for a running call, or spent. Numbers are quicker than
 * bigints, and no lease comes near their limit.
 */
export class Lease {
  readonly id: string;
  readonly month: Month;
  readonly #usableUntil: number;
  #size: number;
  #spent = 0;
  #reserved = 0;
  #released = false;
  /** As accounts knows it. */
  #reportedSpent = 0;

  /** @param now unix milliseconds */
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

  /** False when no unit is available. */
  reserve(now: number): boolean {
    if (this.hasEnded(now) || this.available <= 0) return false;
    this.#reserved++;
    return true;
  }

  commit(): void {
    this.#reserved--;
    this.#spent++;
  }

  refund(): void {
    this.#reserved--;
    if (this.#released) this.#size--;
  }

  /** Gives back what no call holds now, and the rest as each call is refunded. */
  release(): void {
    this.#size = this.#spent + this.#reserved;
    this.#released = true;
  }

  /** Closed: nothing more will be spent of it. */
  report(): LeaseReport {
    const closed = this.#reserved === 0 && this.available <= 0;
    return { leaseId: this.id, spent: BigInt(this.#spent), size: BigInt(this.#size), closed };
  }

  confirm({ spent }: Pick<LeaseReport, 'spent'>): void {
    this.#reportedSpent = Number(spent);
  }
}
