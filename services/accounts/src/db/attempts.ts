import type { Connection } from './connection.ts';

export type AttemptRule = { window: number; max: number };

/** Includes this attempt; never exceeds the allowed number by more than one. */
export type AttemptCount = { count: number; secondsLeft: number };

/** One statement on the database's clock, so that processes that count at once lose nothing. The window starts at the first attempt. */
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

export async function takeBackAttempt(db: Connection, key: string): Promise<void> {
  await db.$executeRaw`UPDATE attempt SET count = GREATEST(count - 1, 0) WHERE key = ${key}`;
}

export async function deleteFinishedAttempts(db: Connection): Promise<number> {
  return db.$executeRaw`DELETE FROM attempt WHERE window_ends_at <= statement_timestamp()`;
}
