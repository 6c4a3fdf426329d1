import type { Quota } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { Lease, type LeaseReport } from './lease.ts';
import { dayWithin, type Month, readMonth } from './month.ts';
import type { Reservation } from './reservation.ts';

/** As numbers, which are faster than bigints on each call. Greater values become the greatest safe number. */
export interface KnownQuota {
  isLimited: boolean;
  free: number;
  outstanding: number;
  month: Month;
}

const COUNTED_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** Leases of one team and what is known of its month. Nothing here waits or asks. */
export class TeamLeases {
  readonly #leases = new Map<string, Lease>();
  #quota: KnownQuota | undefined;

  get quota(): KnownQuota | undefined {
    return this.#quota;
  }

  /** An earlier month is passed over: its last leases are still being closed. */
  learn(quota: Quota): void {
    const { limit, free, outstanding } = quota;
    const month = readMonth(quota);
    if (this.#quota !== undefined && month.startsAt < this.#quota.month.startsAt) return;
    this.#quota = { isLimited: limit !== undefined, free: count(free), outstanding: count(outstanding), month };
  }

  add(id: string, size: bigint, month: Month, now: number): void {
    this.#leases.set(id, new Lease({ id, size, month, now }));
  }

  /** `onRefund` is called after the unit came back. */
  take(now: number, onRefund: () => void): Reservation | undefined {
    for (const lease of this.#leases.values()) if (lease.reserve(now)) return new LeasedUnit(lease, onRefund);
    return undefined;
  }

  available(): number {
    return this.#sum((lease) => lease.available);
  }

  usable(now: number): number {
    let usable = 0;
    for (const lease of this.#leases.values()) if (!lease.hasEnded(now)) usable += lease.available;
    return usable;
  }

  /** Available or reserved. */
  held(): number {
    return this.#sum((lease) => lease.available + lease.reserved);
  }

  isEmpty(): boolean {
    return this.#leases.size === 0;
  }

  release(): void {
    for (const lease of this.#leases.values()) lease.release();
  }

  /** Only of a month that is over. */
  releaseEnded(now: number): void {
    for (const lease of this.#leases.values()) if (lease.hasEnded(now)) lease.release();
  }

  /** Calls that hold a unit end as if nothing had happened. */
  drop(): void {
    this.#leases.clear();
  }

  reports(): LeaseReport[] {
    return Array.from(this.#leases.values(), (lease) => lease.report());
  }

  confirm(report: Pick<LeaseReport, 'leaseId' | 'spent' | 'closed'>): void {
    const lease = this.#leases.get(report.leaseId);
    lease?.confirm(report);
    if (report.closed) this.#leases.delete(report.leaseId);
  }

  /** Units that others spent in the last second may be missing. Undefined: unknown. */
  remaining(): number | undefined {
    if (this.#quota === undefined || !this.#quota.isLimited) return undefined;
    const { free, outstanding, month } = this.#quota;
    let left = free + outstanding;
    for (const lease of this.#leases.values()) {
      if (lease.month.startsAt === month.startsAt) left -= lease.unreportedSpent + lease.reserved;
    }
    return Math.max(left, 0);
  }

  #sum(value: (lease: Lease) => number): number {
    let sum = 0;
    for (const lease of this.#leases.values()) sum += value(lease);
    return sum;
  }
}

function count(units: bigint): number {
  return Number(units > COUNTED_MAX ? COUNTED_MAX : units);
}

class LeasedUnit implements Reservation {
  readonly #lease: Lease;
  readonly #onRefund: () => void;

  constructor(lease: Lease, onRefund: () => void) {
    this.#lease = lease;
    this.#onRefund = onRefund;
  }

  dayFor(day: number): number {
    return dayWithin(this.#lease.month, day);
  }

  commit(): void {
    this.#lease.commit();
  }

  refund(): void {
    this.#lease.refund();
    this.#onRefund();
  }
}
