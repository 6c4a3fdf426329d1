const MONTHS_KEPT = 13;

/** First day (`YYYY-MM-DD`, UTC) of which usage is kept: thirteen months back. */
export function oldestKeptDay(now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() - MONTHS_KEPT, now.getUTCDate()];
  // The 31st of a month that has none is its last day, not a day of the next month.
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}
