import type { Database } from '#/db/connection.ts';
import { deletePeriodsBefore } from '#/db/quota-periods.ts';
import { deleteUsageBefore } from '#/db/usage-days.ts';

/** Rows per statement: none holds its locks for long. */
const ROWS_MAX = 5_000;

export async function pruneUsage({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const day = oldestKeptDay(now());
  while ((await deleteUsageBefore(db, day, ROWS_MAX)) === ROWS_MAX);
  await deletePeriodsBefore(db, day);
}

const MONTHS_KEPT = 13;

/** `YYYY-MM-DD`, UTC: thirteen months back. */
export function oldestKeptDay(now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() - MONTHS_KEPT, now.getUTCDate()];
  // The 31st of a shorter month is its last day, not a day of the next month.
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}
