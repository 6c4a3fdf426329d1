import type { Connection } from '#/db/connection.ts';
import { listQuotas, type StoredQuota } from '#/db/quota-periods.ts';
import { monthOf } from './month.ts';

/** All counts are calls. */
export type QuotaState = {
  teamId: string;
  planId: string;
  /** Null: not limited; nothing is leased, and the counts are those of an earlier limit. */
  limit: bigint | null;
  spent: bigint;
  /** Neither spent nor leased. */
  free: bigint;
  /** Leased to live gateways and not reported as spent. */
  outstanding: bigint;
  startsAt: Date;
  endsAt: Date;
};

/** Null if there is no such team. Units of a gateway that crashed are in neither `free` nor `outstanding`. */
export async function findQuotaState(db: Connection, teamId: string, now: Date): Promise<QuotaState | null> {
  return (await findQuotaStates(db, [teamId], now)).get(teamId) ?? null;
}

/** By team. */
export async function findQuotaStates(
  db: Connection,
  teamIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, QuotaState>> {
  const { startsOn } = monthOf(now);
  const stored = await listQuotas(
    db,
    teamIds.map((teamId) => ({ teamId, startsOn })),
  );
  return new Map(stored.map((quota) => [quota.teamId, toQuotaState(quota)]));
}

export function toQuotaState({ startsOn, charged, ...quota }: StoredQuota): QuotaState {
  const { startsAt, endsAt } = monthOf(new Date(startsOn));
  const { teamId, planId, limit, spent, outstanding } = quota;
  // A plan that became smaller can leave a team above its limit.
  const free = limit === null || limit < charged ? 0n : limit - charged;
  return { teamId, planId, limit, spent, free, outstanding, startsAt, endsAt };
}
