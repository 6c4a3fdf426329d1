import type { Connection } from './connection.ts';

export type PeriodKey = { teamId: string; startsOn: string };

export type PeriodChange = PeriodKey & { spent: bigint; givenBack: bigint };

/** As of one moment, with the limit that the team's plan has then. All counts are calls. */
export type StoredQuota = PeriodKey & {
  planId: string;
  /** Null: the plan does not limit calls per month. */
  limit: bigint | null;
  charged: bigint;
  spent: bigint;
  outstanding: bigint;
};

export async function insertPeriodIfNew(db: Connection, { teamId, startsOn }: PeriodKey): Promise<void> {
  await db.quotaPeriod.createMany({ data: [{ teamId, startsOn: new Date(startsOn) }], skipDuplicates: true });
}

/** A month without calls counts zero. One statement, so one moment. */
export function listQuotas(db: Connection, keys: readonly PeriodKey[]): Promise<StoredQuota[]> {
  const teamIds = keys.map(({ teamId }) => teamId);
  const startsOn = keys.map((key) => key.startsOn);
  return db.$queryRaw<StoredQuota[]>`
    SELECT asked.team_id AS "teamId", asked.starts_on::text AS "startsOn", plan.id AS "planId", plan.calls_per_month AS "limit",
           coalesce(period.charged, 0) AS charged, coalesce(period.spent, 0) AS spent,
           (SELECT coalesce(sum(lease.size - lease.spent), 0)::bigint FROM quota_lease lease
             WHERE lease.team_id = asked.team_id AND lease.starts_on = asked.starts_on AND lease.state = 'open') AS outstanding
      FROM unnest(${teamIds}::text[], ${startsOn}::date[]) AS asked (team_id, starts_on)
      JOIN team ON team.id = asked.team_id
      JOIN plan ON plan.id = team.plan_id
      LEFT JOIN quota_period period ON period.team_id = asked.team_id AND period.starts_on = asked.starts_on
     ORDER BY asked.team_id, asked.starts_on`;
}

/** Every writer locks the rows in one order. */
export async function changePeriods(tx: Connection, changes: readonly PeriodChange[]): Promise<void> {
  const teamIds = changes.map(({ teamId }) => teamId);
  const startsOn = changes.map((change) => change.startsOn);
  const spent = changes.map((change) => String(change.spent));
  const givenBack = changes.map((change) => String(change.givenBack));
  await tx.$queryRaw`
    SELECT FROM quota_period period
      JOIN unnest(${teamIds}::text[], ${startsOn}::date[]) AS asked (team_id, starts_on)
        ON asked.team_id = period.team_id AND asked.starts_on = period.starts_on
     ORDER BY period.team_id, period.starts_on
       FOR NO KEY UPDATE OF period`;
  await tx.$executeRaw`
    UPDATE quota_period period
       SET spent = period.spent + change.spent, charged = period.charged - change.given_back
      FROM unnest(${teamIds}::text[], ${startsOn}::date[], ${spent}::bigint[], ${givenBack}::bigint[])
        AS change (team_id, starts_on, spent, given_back)
     WHERE period.team_id = change.team_id AND period.starts_on = change.starts_on`;
}

/** False if it was noted since `notedAfter` already. */
export async function markWanted(
  db: Connection,
  { teamId, startsOn }: PeriodKey,
  { now, notedAfter }: { now: Date; notedAfter: Date },
): Promise<boolean> {
  const { count } = await db.quotaPeriod.updateMany({
    where: { teamId, startsOn: new Date(startsOn), OR: [{ wantedAt: null }, { wantedAt: { lt: notedAfter } }] },
    data: { wantedAt: now },
  });
  return count > 0;
}

/** Teams whose units this gateway holds and others wanted in vain. */
export async function listWantedTeamIds(db: Connection, gatewayId: string, since: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT period.team_id AS id
      FROM quota_lease lease
      JOIN quota_period period ON period.team_id = lease.team_id AND period.starts_on = lease.starts_on
     WHERE lease.gateway_id = ${gatewayId} AND period.wanted_at > ${since}
     ORDER BY 1`;
  return rows.map(({ id }) => id);
}

/** `day` is `YYYY-MM-DD`. Months that still have leases stay. */
export async function deletePeriodsBefore(db: Connection, day: string): Promise<void> {
  await db.quotaPeriod.deleteMany({ where: { startsOn: { lt: new Date(day) }, leases: { none: {} } } });
}
