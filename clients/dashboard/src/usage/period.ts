export type PeriodName = 'month' | '30-days' | '12-months';

/** Days are UTC, like the counts of calls. */
export interface Period {
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
  step: 'day' | 'month';
}

const DAY_MS = 86_400_000;

export function periodOf(name: PeriodName, nowMs: number): Period {
  const now = new Date(nowMs);
  const to = dayOf(nowMs);
  if (name === 'month') return { from: `${to.slice(0, 7)}-01`, to, step: 'day' };
  if (name === '30-days') return { from: dayOf(nowMs - 29 * DAY_MS), to, step: 'day' };
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1);
  return { from: dayOf(first), to, step: 'month' };
}

/** Oldest first: days as YYYY-MM-DD, months as YYYY-MM. */
export function barsOf({ from, to, step }: Period): string[] {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const all = Array.from({ length: days }, (_, index) => barOf(dayOf(Date.parse(from) + index * DAY_MS), step));
  return [...new Set(all)];
}

export function barOf(day: string, step: Period['step']): string {
  return step === 'day' ? day : day.slice(0, 7);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
