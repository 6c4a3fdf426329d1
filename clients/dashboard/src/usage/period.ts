export type PeriodName = 'month' | '30-days' | '12-months';

/** The days (UTC) that usage is shown of, and how wide a bar is. */
export interface Period {
  /** First and last day, YYYY-MM-DD, both included. */
  from: string;
  to: string;
  step: 'day' | 'month';
}

const DAY_MS = 86_400_000;

/** The period that a name means now. Months and days are those of UTC, by which calls are counted. */
export function periodOf(name: PeriodName, nowMs: number): Period {
  const now = new Date(nowMs);
  const to = dayOf(nowMs);
  if (name === 'month') return { from: `${to.slice(0, 7)}-01`, to, step: 'day' };
  if (name === '30-days') return { from: dayOf(nowMs - 29 * DAY_MS), to, step: 'day' };
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1);
  return { from: dayOf(first), to, step: 'month' };
}

/** All bars of a period, oldest first: days as YYYY-MM-DD, months as YYYY-MM. */
export function barsOf({ from, to, step }: Period): string[] {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const all = Array.from({ length: days }, (_, index) => barOf(dayOf(Date.parse(from) + index * DAY_MS), step));
  return [...new Set(all)];
}

/** The bar that a day belongs to. */
export function barOf(day: string, step: Period['step']): string {
  return step === 'day' ? day : day.slice(0, 7);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
