import type { Quota } from '@ledgergraph/proto-schemas/accounts/v1/quota';

export const DAY_MS = 86_400_000;

/** A calendar month (UTC) as the accounts service reports it; unix milliseconds, the end excluded. */
export interface Month {
  startsAt: number;
  endsAt: number;
}

export function readMonth({ startsAt, endsAt }: Quota): Month {
  return { startsAt: Number(startsAt) * 1000, endsAt: Number(endsAt) * 1000 };
}

/** The month of our own clock. */
export function monthOf(now: number): Month {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
}

/** Days since 1 January 1970 (UTC). */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The day nearest to `day` in that month: clocks differ, but a month's calls and its days' calls must add up to the same. */
export function dayWithin(month: Month, day: number): number {
  return Math.min(Math.max(day, dayOf(month.startsAt)), dayOf(month.endsAt - 1));
}
