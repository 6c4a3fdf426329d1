import type { Connection } from '#/db/connection.ts';
import { listQuotas, type StoredQuota } from '#/db/quota-periods.ts';
import { monthOf } from './month.ts';

/** A month of a team. All counts are calls. */
export type QuotaState = {
  teamId: string;
  planId: string;
  /** Null: the plan does not limit calls per month; then nothing is leased, and the counts are those of a limit it had before. */
  limit: bigint | null;
  /** Calls answered that gateways have reported. */
  spent: bigint;
  /** Neither spent nor leased. */
  free: bigint;
  /** Leased to gateways that are alive and not reported as spent. */
  outstanding: bigint;
  startsAt: Date;
  /** First moment of the next month. */
  endsAt: Date;
};

/**
 * The month of a team that `now` falls into; null if there is no such team.
 * `free + outstanding` can still be called in it: units of a gateway that crashed are neither.
 */
export async function findQuotaState(db: Connection, teamId: string, now: Date): Promise<QuotaState | null> {
  const [stored] = await listQuotas(db, [{ teamId, startsOn: monthOf(now).startsOn }]);
  return stored === undefined ? null : toQuotaState(stored);
}

export function toQuotaState({ startsOn, charged, ...quota }: StoredQuota): QuotaState {
  const { startsAt, endsAt } = monthOf(new Date(startsOn));
  const { teamId, planId, limit, spent, outstanding } = quota;
  // A plan that became smaller can leave a team with more than it now allows.
  const free = limit === null || limit < charged ? 0n : limit - charged;
  return { teamId, planId, limit, spent, free, outstanding, startsAt, endsAt };
}
