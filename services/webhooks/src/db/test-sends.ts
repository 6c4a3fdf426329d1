import type { Connection } from './connection.ts';

/** Length of the window in which test events are counted, as the plan counts deliveries. */
const WINDOW_SECONDS = 1;

/**
 * Counts a test event of a team that has endpoints, if the plan allows one more in this second. One statement on the database's clock, so
 * that all processes count together.
 * @param perSecond deliveries per second of the plan; a plan with less than one allows one; null: not limited
 * @returns false: not counted, there were too many
 */
export async function countTestSend(db: Connection, teamId: string, perSecond: number | null): Promise<boolean> {
  const max = perSecond === null ? null : Math.max(1, Math.floor(perSecond));
  const count = await db.$executeRaw`
    UPDATE team SET
      tests_sent = tests_sent + 1,
      tests_now = CASE WHEN tests_until > statement_timestamp() THEN tests_now + 1 ELSE 1 END,
      tests_until = CASE WHEN tests_until > statement_timestamp() THEN tests_until
        ELSE statement_timestamp() + make_interval(secs => ${WINDOW_SECONDS}) END
    WHERE id = ${teamId}
      AND (${max}::int IS NULL OR tests_until IS NULL OR tests_until <= statement_timestamp() OR tests_now < ${max}::int)`;
  return count > 0;
}
