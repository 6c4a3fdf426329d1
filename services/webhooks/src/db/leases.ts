import type { Connection } from './connection.ts';

/** At a time, so that processes that start together share the teams. */
const NEW_TEAMS_MAX = 50;

/** A process that restarts under its name has its leases at once. @returns the number of test events ever sent, by team */
export async function takeLeases(db: Connection, holder: string, seconds: number): Promise<Map<string, bigint>> {
  const rows = await db.$queryRaw<{ id: string; tests_sent: bigint }[]>`
    WITH mine AS (
      SELECT id FROM team WHERE lease_holder = ${holder} FOR NO KEY UPDATE SKIP LOCKED
    ), free AS (
      SELECT id FROM team WHERE lease_holder IS DISTINCT FROM ${holder} AND (lease_until IS NULL OR lease_until < now())
      ORDER BY random() LIMIT ${NEW_TEAMS_MAX} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE team SET lease_holder = ${holder}, lease_until = now() + make_interval(secs => ${seconds})
    WHERE id IN (SELECT id FROM mine UNION ALL SELECT id FROM free)
    RETURNING id, tests_sent`;
  return new Map(rows.map(({ id, tests_sent: testsSent }) => [id, testsSent]));
}

export async function releaseLeases(db: Connection, holder: string): Promise<void> {
  await db.$executeRaw`UPDATE team SET lease_holder = NULL, lease_until = NULL WHERE lease_holder = ${holder}`;
}
