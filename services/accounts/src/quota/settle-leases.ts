import type { StoredLease } from '#/db/quota-leases.ts';
import type { PeriodChange } from '#/db/quota-periods.ts';

export type ReportedLease = {
  id: string;
  spent: bigint;
  closed: boolean;
  /** Units it keeps, the spent ones included; undefined: no change. */
  size: bigint | undefined;
};

export type Settlement = {
  changed: StoredLease[];
  closedIds: string[];
  periods: PeriodChange[];
  /** Impossible parts of the report, in words; the stored lease bounds the units that were taken from it. */
  oddities: { leaseId: string; oddity: string }[];
};

export type SettleOptions = {
  /** The gateway is stopping and also gives back leases that it does not name. */
  leaving: boolean;
  /** The gateway does not know a lease that was granted earlier and that no report has named. */
  unheardBefore: Date;
};

/** @param reported each lease at most once */
export function settleLeases(
  held: readonly StoredLease[],
  reported: readonly ReportedLease[],
  { leaving, unheardBefore }: SettleOptions,
): Settlement {
  const reportedById = new Map(reported.map((lease) => [lease.id, lease]));
  const settlement: Settlement = { changed: [], closedIds: [], periods: [], oddities: [] };
  const periods = new Map<string, PeriodChange>();
  for (const lease of held) {
    const report = reportedById.get(lease.id);
    reportedById.delete(lease.id);
    if (report !== undefined) settlement.oddities.push(...findOddities(lease, report));
    const unheard = report === undefined && !lease.named && lease.grantedAt < unheardBefore;
    const closed = leaving || unheard || report?.closed === true;
    const next = nextLease(lease, report, closed);
    if (closed) settlement.closedIds.push(lease.id);
    else if (isChanged(lease, next)) settlement.changed.push(next);
    addChange(periods, lease, next);
  }
  for (const { id, spent } of reportedById.values())
    if (spent > 0n)
      settlement.oddities.push({ leaseId: id, oddity: `${spent} units spent of a lease that is not stored` });
  settlement.periods = [...periods.values()].filter(({ spent, givenBack }) => spent !== 0n || givenBack !== 0n);
  return settlement;
}

function nextLease(lease: StoredLease, report: ReportedLease | undefined, closed: boolean): StoredLease {
  const spent = between(lease.spent, report?.spent ?? lease.spent, lease.size);
  const size = closed ? spent : between(spent, report?.size ?? lease.size, lease.size);
  // A gateway that reports is alive, even if it was presumed dead.
  return { ...lease, spent, size, state: 'open', named: lease.named || report !== undefined };
}

function findOddities(lease: StoredLease, { id, spent, size }: ReportedLease): Settlement['oddities'] {
  const oddities: string[] = [];
  if (spent > lease.size) oddities.push(`${spent} units spent of a lease of ${lease.size}`);
  if (spent < lease.spent) oddities.push(`${spent} units spent of which ${lease.spent} had been reported`);
  if (size !== undefined && size > lease.size) oddities.push(`a lease of ${lease.size} that reports a size of ${size}`);
  return oddities.map((oddity) => ({ leaseId: id, oddity }));
}

function isChanged(before: StoredLease, after: StoredLease): boolean {
  return (
    before.spent !== after.spent ||
    before.size !== after.size ||
    before.state !== after.state ||
    before.named !== after.named
  );
}

function addChange(periods: Map<string, PeriodChange>, before: StoredLease, after: StoredLease): void {
  const { teamId, startsOn } = before;
  const key = `${startsOn} ${teamId}`;
  const sum = periods.get(key) ?? { teamId, startsOn, spent: 0n, givenBack: 0n };
  sum.spent += after.spent - before.spent;
  sum.givenBack += before.size - after.size;
  periods.set(key, sum);
}

function between(least: bigint, value: bigint, most: bigint): bigint {
  return value < least ? least : value > most ? most : value;
}
