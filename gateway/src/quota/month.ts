import type { Quota } from '@ledgergraph/proto-schemas/accounts/v1/quota';

export const DAY_MS = 86_400_000;

/** UTC, as accounts reports it; unix milliseconds, the end excluded. */
export interface Month {
  startsAt: number;
  endsAt: number;
}

export function readMonth({ startsAt, endsAt }: Quota): Month {
  return { startsAt: Number(startsAt) * 1000, endsAt: Number(endsAt) * 1000 };
}

export function monthOf(now: number): Month {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
}

/** Since 1 January 1970 (UTC). */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** Clocks differ, but the calls of a month and of its days must add up to the same. */
export function dayWithin(month: Month, day: number): number {
  return Math.min(Math.max(day, dayOf(month.startsAt)), dayOf(month.endsAt - 1));
}
