import { type CallStatus, Prisma } from '#/generated/prisma/client.ts';
import type { Connection } from './connection.ts';

export type UsageKey = { keyId: string; day: string; status: CallStatus };
export type StoredUsage = UsageKey & { calls: bigint };

/** Leaves out keys that are not stored. Returns how many were added. @param counts at most one for each key, day and status */
export function addUsageDays(tx: Connection, counts: readonly StoredUsage[]): Promise<number> {
  const keyIds = counts.map(({ keyId }) => keyId);
  const days = counts.map(({ day }) => day);
  const statuses = counts.map(({ status }) => status);
  const calls = counts.map((count) => String(count.calls));
  // Locks the keys until the end, so that none disappears before it is referred to. All writers use one order of locks.
  return tx.$executeRaw`
    WITH counted AS MATERIALIZED (
      SELECT key.id, reported.day, reported.status, reported.calls
        FROM unnest(${keyIds}::uuid[], ${days}::date[], ${statuses}::text[], ${calls}::bigint[]) AS reported (key_id, day, status, calls)
        JOIN api_key key ON key.id = reported.key_id
       ORDER BY key.id
         FOR KEY SHARE OF key
    )
    INSERT INTO usage_day (key_id, day, status, calls)
    SELECT id, day, status::call_status, calls FROM counted ORDER BY id, day, status
    ON CONFLICT (key_id, day, status) DO UPDATE SET calls = usage_day.calls + excluded.calls`;
}

/** Days are `YYYY-MM-DD`, inclusive. Without `teamId` it lists all teams, and without `take` all rows. */
export function listUsageDays(db: Connection, { teamId, from, to, after, take }: UsageFilter): Promise<StoredUsage[]> {
  return db.$queryRaw<StoredUsage[]>`
    SELECT usage.key_id AS "keyId", usage.day::text AS day, usage.status::text AS status, usage.calls
      FROM usage_day usage
      JOIN api_key key ON key.id = usage.key_id
     WHERE usage.day BETWEEN ${from}::date AND ${to}::date
           ${teamId === undefined ? Prisma.empty : Prisma.sql`AND key.team_id = ${teamId}`}
           ${after === undefined ? Prisma.empty : behind(after)}
     ORDER BY usage.day, usage.key_id, usage.status
     ${take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}`}`;
}

type UsageFilter = { teamId?: string; from: string; to: string; after?: UsageKey | undefined; take?: number };

function behind({ day, keyId, status }: UsageKey) {
  return Prisma.sql`
    AND (usage.day, usage.key_id, usage.status) > (${day}::date, ${keyId}::uuid, ${status}::call_status)`;
}

/** Skips locked rows. */
export function deleteUsageBefore(db: Connection, day: string, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM usage_day
     WHERE (key_id, day, status) IN (
       SELECT key_id, day, status FROM usage_day WHERE day < ${day}::date LIMIT ${limit}::integer FOR UPDATE SKIP LOCKED)`;
}
