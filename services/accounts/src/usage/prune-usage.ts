import type { Database } from '#/db/connection.ts';
import { deletePeriodsBefore } from '#/db/quota-periods.ts';
import { deleteUsageBefore } from '#/db/usage-days.ts';
import { oldestKeptDay } from './oldest-kept-day.ts';

/** Rows per statement: none holds its locks for long. */
const ROWS_MAX = 5_000;

/** Deletes usage, and what plans were charged, of days and months that are not kept any more. Several processes may do so at once. */
export async function pruneUsage({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const day = oldestKeptDay(now());
  while ((await deleteUsageBefore(db, day, ROWS_MAX)) === ROWS_MAX);
  await deletePeriodsBefore(db, day);
}
