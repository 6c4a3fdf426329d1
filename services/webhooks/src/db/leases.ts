import type { Connection } from './connection.ts';

/** Teams that a process takes over at a time, so that those that start together share them. */
const NEW_TEAMS_MAX = 50;

/**
 * Renews the leases of a process, and takes over teams whose lease is free or has run out. A process that starts again under its name has
 * its leases at once. The database's clock decides. Whoever refers to a team, as its endpoints do, does not hold it back.
 * @returns the teams that the process works for, each with the number of test events that it has ever sent
 */
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

/** Gives the leases back, so that another process has them at once. */
export async function releaseLeases(db: Connection, holder: string): Promise<void> {
  await db.$executeRaw`UPDATE team SET lease_holder = NULL, lease_until = NULL WHERE lease_holder = ${holder}`;
}
