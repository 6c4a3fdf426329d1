import type { Connection } from './connection.ts';
import type { PeriodKey } from './quota-periods.ts';

export type StoredLease = {
  id: string;
  teamId: string;
  /** First day of its month, `YYYY-MM-DD`. */
  startsOn: string;
  size: bigint;
  spent: bigint;
  state: 'open' | 'written_off';
  grantedAt: Date;
  named: boolean;
};

export type LeaseKey = PeriodKey & { id: string; gatewayId: string };

export type Terms = {
  want: bigint;
  /** A lease takes at most this fraction of the free units, so that others find some too. */
  oneIn: bigint;
  sizeMax: bigint;
};

/**
 * Undefined: nothing is free, the lease exists, or the gateway has left or is unknown. The gateway's row is locked first, in share mode,
 * so that its last report comes before or after; the month's row is read under its lock.
 */
export async function grantLease(
  db: Connection,
  { id, gatewayId, teamId, startsOn }: LeaseKey,
  { want, oneIn, sizeMax }: Terms,
  now: Date,
): Promise<bigint | undefined> {
  const [granted] = await db.$queryRaw<{ size: bigint }[]>`
    WITH asking AS MATERIALIZED (
      SELECT id FROM gateway
       WHERE id = ${gatewayId} AND left_at IS NULL AND NOT EXISTS (SELECT FROM quota_lease WHERE id = ${id}::uuid)
         FOR SHARE
    ), free AS MATERIALIZED (
      SELECT period.team_id, period.starts_on, plan.calls_per_month - period.charged AS units
        FROM asking, quota_period period
        JOIN team ON team.id = period.team_id
        JOIN plan ON plan.id = team.plan_id
       WHERE period.team_id = ${teamId} AND period.starts_on = ${startsOn}::date AND period.charged < plan.calls_per_month
         FOR NO KEY UPDATE OF period
    ), granted AS (
      SELECT team_id, starts_on, least(${want}::bigint, greatest(1, units / ${oneIn}::bigint), ${sizeMax}::bigint) AS size
        FROM free
    ), charged AS (
      UPDATE quota_period period SET charged = period.charged + granted.size
        FROM granted
       WHERE period.team_id = granted.team_id AND period.starts_on = granted.starts_on
      RETURNING granted.size
    )
    INSERT INTO quota_lease (id, team_id, starts_on, gateway_id, size, granted_at)
    SELECT ${id}::uuid, ${teamId}, ${startsOn}::date, ${gatewayId}, size, ${now} FROM charged
    RETURNING size`;
  return granted?.size;
}

/** Undefined if the lease does not exist or its gateway has left. */
export async function renewLease(
  db: Connection,
  id: string,
  now: Date,
): Promise<(LeaseKey & { size: bigint }) | undefined> {
  // Shares the gateway's row, as a new lease does: a report does not take the lease back in between.
  const [lease] = await db.$queryRaw<(LeaseKey & { size: bigint })[]>`
    WITH asking AS MATERIALIZED (
      SELECT gateway.id FROM gateway JOIN quota_lease ON quota_lease.gateway_id = gateway.id
       WHERE quota_lease.id = ${id}::uuid AND gateway.left_at IS NULL
         FOR SHARE OF gateway
    )
    UPDATE quota_lease lease SET granted_at = ${now}
      FROM asking
     WHERE lease.id = ${id}::uuid AND lease.gateway_id = asking.id
    RETURNING lease.id, lease.gateway_id AS "gatewayId", lease.team_id AS "teamId", lease.starts_on::text AS "startsOn", lease.size`;
  return lease;
}

export function listLeasesOfGateway(db: Connection, gatewayId: string): Promise<StoredLease[]> {
  return db.$queryRaw<StoredLease[]>`
    SELECT id, team_id AS "teamId", starts_on::text AS "startsOn", size, spent, state::text AS state,
           granted_at AS "grantedAt", named
      FROM quota_lease WHERE gateway_id = ${gatewayId}`;
}

/** The caller holds the gateway's row, so no other transaction changes its leases. */
export async function updateLeases(tx: Connection, leases: readonly StoredLease[]): Promise<void> {
  const ids = leases.map(({ id }) => id);
  const sizes = leases.map(({ size }) => String(size));
  const spent = leases.map((lease) => String(lease.spent));
  const states = leases.map(({ state }) => state);
  const named = leases.map((lease) => lease.named);
  await tx.$executeRaw`
    UPDATE quota_lease lease
       SET size = reported.size, spent = reported.spent, state = reported.state::lease_state, named = reported.named
      FROM unnest(${ids}::uuid[], ${sizes}::bigint[], ${spent}::bigint[], ${states}::text[], ${named}::boolean[])
        AS reported (id, size, spent, state, named)
     WHERE lease.id = reported.id`;
}

/** A gateway whose row is locked is reporting or asking just now and is skipped; nothing here waits. */
export function writeOffLeasesSeenBefore(
  db: Connection,
  moment: Date,
): Promise<{ id: string; gatewayId: string; teamId: string; unspent: bigint }[]> {
  return db.$queryRaw`
    WITH silent AS MATERIALIZED (
      SELECT id FROM gateway
       WHERE seen_at < ${moment} AND EXISTS (SELECT FROM quota_lease WHERE gateway_id = gateway.id AND state = 'open')
         FOR UPDATE SKIP LOCKED
    ), lost AS MATERIALIZED (
      SELECT lease.id FROM silent JOIN quota_lease lease ON lease.gateway_id = silent.id
       WHERE lease.state = 'open'
         FOR UPDATE OF lease SKIP LOCKED
    )
    UPDATE quota_lease lease SET state = 'written_off'
      FROM lost
     WHERE lease.id = lost.id
    RETURNING lease.id, lease.gateway_id AS "gatewayId", lease.team_id AS "teamId", lease.size - lease.spent AS unspent`;
}

export function countLeases(
  db: Connection,
): Promise<{ state: 'open' | 'written_off'; leases: bigint; unspent: bigint; gateways: bigint }[]> {
  return db.$queryRaw`
    SELECT state::text AS state, count(*) AS leases, coalesce(sum(size - spent), 0)::bigint AS unspent,
           count(DISTINCT gateway_id) AS gateways
      FROM quota_lease GROUP BY state`;
}
