import type { Connection } from './connection.ts';

/** At most `max` attempts in `window` seconds. */
export type AttemptRule = { window: number; max: number };

/** Attempts in a window of time, this one included; never more than one past the highest number that is allowed. */
export type AttemptCount = { count: number; secondsLeft: number };

/**
 * Counts one more attempt. One statement on the database's clock, so that however many processes count at once none is lost.
 * @param rule after `window` seconds from the first attempt the count starts again
 */
export async function countAttempt(db: Connection, key: string, { window, max }: AttemptRule): Promise<AttemptCount> {
  const rows = await db.$queryRaw<AttemptCount[]>`
    INSERT INTO attempt AS a (key, count, window_ends_at)
    VALUES (${key}, 1, statement_timestamp() + make_interval(secs => ${window}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN a.window_ends_at <= statement_timestamp() THEN 1 ELSE LEAST(a.count, ${max}) + 1 END,
      window_ends_at =
        CASE WHEN a.window_ends_at <= statement_timestamp() THEN EXCLUDED.window_ends_at ELSE a.window_ends_at END
    RETURNING count, GREATEST(1, CEIL(EXTRACT(EPOCH FROM window_ends_at - statement_timestamp())))::int AS "secondsLeft"`;
  const [counted] = rows;
  if (counted === undefined) throw new Error('an attempt was not counted');
  return counted;
}

/** Takes one attempt back, such as one that has succeeded. */
export async function takeBackAttempt(db: Connection, key: string): Promise<void> {
  await db.$executeRaw`UPDATE attempt SET count = GREATEST(count - 1, 0) WHERE key = ${key}`;
}

/** Removes counts whose window is over. */
export async function deleteFinishedAttempts(db: Connection): Promise<number> {
  return db.$executeRaw`DELETE FROM attempt WHERE window_ends_at <= statement_timestamp()`;
}
