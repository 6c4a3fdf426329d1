import type { Quota } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Reservation } from './admission.ts';
import { Lease, type LeaseReport } from './lease.ts';
import { dayWithin, type Month, readMonth } from './month.ts';

/** What accounts last said of a team's month. */
export interface KnownQuota {
  /** Null: not limited. */
  limit: bigint | null;
  free: bigint;
  outstanding: bigint;
  month: Month;
}

/** The leases this gateway holds of one team, and what it knows of the team's month. Nothing here waits or asks. */
export class TeamLeases {
  readonly #leases = new Map<string, Lease>();
  #quota: KnownQuota | undefined;

  get quota(): KnownQuota | undefined {
    return this.#quota;
  }

  /** A month before the one that is known is passed over: its last leases are still being closed. */
  learn(quota: Quota): void {
    const { limit, free, outstanding } = quota;
    const month = readMonth(quota);
    if (this.#quota !== undefined && month.startsAt < this.#quota.month.startsAt) return;
    this.#quota = { limit: limit ?? null, free, outstanding, month };
  }

  add(id: string, size: bigint, month: Month, now: number): void {
    this.#leases.set(id, new Lease({ id, size, month, now }));
  }

  /** A unit for one call, or undefined when none is available. `onRefund` is called after it came back. */
  take(now: number, onRefund: () => void): Reservation | undefined {
    for (const lease of this.#leases.values()) if (lease.reserve(now)) return new LeasedUnit(lease, onRefund);
    return undefined;
  }

  /** Units that no call holds. */
  available(): number {
    return this.#sum((lease) => lease.available);
  }

  /** Of these, what calls could take now. */
  usable(now: number): number {
    return this.#sum((lease) => (lease.hasEnded(now) ? 0 : lease.available));
  }

  /** Units held: available or reserved. */
  held(): number {
    return this.#sum((lease) => lease.available + lease.reserved);
  }

  isEmpty(): boolean {
    return this.#leases.size === 0;
  }

  /** Gives back all that no call holds. */
  release(): void {
    for (const lease of this.#leases.values()) lease.release();
  }

  /** The same for leases of a month that is over. */
  releaseEnded(now: number): void {
    for (const lease of this.#leases.values()) if (lease.hasEnded(now)) lease.release();
  }

  /** Forgets all leases. Calls that hold a unit end as if nothing had happened. */
  drop(): void {
    this.#leases.clear();
  }

  reports(): LeaseReport[] {
    return Array.from(this.#leases.values(), (lease) => lease.report());
  }

  /** Accounts has taken the report in. */
  confirm(report: Pick<LeaseReport, 'leaseId' | 'spent' | 'closed'>): void {
    const lease = this.#leases.get(report.leaseId);
    lease?.confirm(report);
    if (report.closed) this.#leases.delete(report.leaseId);
  }

  /** What is left of the month, as far as this gateway knows: what others spent in the last second may be missing. Undefined: unknown. */
  remaining(): bigint | undefined {
    if (this.#quota === undefined || this.#quota.limit === null) return undefined;
    const { free, outstanding, month } = this.#quota;
    const untold = this.#sum((lease) =>
      lease.month.startsAt === month.startsAt ? lease.untoldSpent + lease.reserved : 0,
    );
    const left = free + outstanding - BigInt(untold);
    return left > 0n ? left : 0n;
  }

  #sum(value: (lease: Lease) => number): number {
    let sum = 0;
    for (const lease of this.#leases.values()) sum += value(lease);
    return sum;
  }
}

/** One unit of a lease. */
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
