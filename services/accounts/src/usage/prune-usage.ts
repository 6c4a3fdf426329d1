import type { Database } from '#/db/connection.ts';
import { deletePeriodsBefore } from '#/db/quota-periods.ts';
import { deleteUsageBefore } from '#/db/usage-days.ts';

/** Rows per statement: none holds its locks for long. */
const ROWS_MAX = 5_000;

/** Deletes usage, and what plans were charged, of days and months that are not kept any more. Several processes may do so at once. */
export async function pruneUsage({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const day = oldestKeptDay(now());
  while ((await deleteUsageBefore(db, day, ROWS_MAX)) === ROWS_MAX);
  await deletePeriodsBefore(db, day);
}

const MONTHS_KEPT = 13;

/** First day (`YYYY-MM-DD`, UTC) of which usage is kept: thirteen months back. */
export function oldestKeptDay(now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth() - MONTHS_KEPT, now.getUTCDate()];
  // The 31st of a month that has none is its last day, not a day of the next month.
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastOfMonth))).toISOString().slice(0, 10);
}
