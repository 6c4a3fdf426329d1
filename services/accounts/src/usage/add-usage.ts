import type { Logger } from '@ledgergraph/service-kit/logger';
import type { Connection } from '#/db/connection.ts';
import { addUsageDays, type StoredUsage } from '#/db/usage-days.ts';
import { oldestKeptDay } from './prune-usage.ts';

/** `day` is UTC, `YYYY-MM-DD`. */
export type UsageCount = StoredUsage;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A gateway's clock may be this far ahead of ours. */
const DAYS_AHEAD_MAX = 2;
/** Greater numbers could not be added up. */
const CALLS_MAX = 2n ** 53n;

/** A count that cannot be kept, or whose key is gone, is logged and left out, so that it does not hold up its report. */
export async function addUsage(
  tx: Connection,
  counts: readonly UsageCount[],
  { now, logger }: { now: Date; logger: Logger },
): Promise<void> {
  const kept = counts.filter((count) => isPlausible(count, now));
  const sums = sumUp(kept);
  if (kept.length < counts.length)
    logger.error({ counts: counts.length - kept.length }, 'usage was left out: it cannot be');
  if (sums.length === 0) return;
  const added = await addUsageDays(tx, sums);
  if (added < sums.length) logger.warn({ counts: sums.length - added }, 'usage was left out: its keys are gone');
}

function isPlausible({ keyId, day, calls }: UsageCount, now: Date): boolean {
  const latest = new Date(now.getTime() + DAYS_AHEAD_MAX * 86_400_000).toISOString().slice(0, 10);
  return UUID.test(keyId) && calls > 0n && calls <= CALLS_MAX && day >= oldestKeptDay(now) && day <= latest;
}

/** One statement cannot add to the same row twice. */
function sumUp(counts: readonly UsageCount[]): UsageCount[] {
  const sums = new Map<string, UsageCount>();
  for (const count of counts) {
    const keyId = count.keyId.toLowerCase();
    const id = `${keyId} ${count.day} ${count.status}`;
    sums.set(id, { ...count, keyId, calls: (sums.get(id)?.calls ?? 0n) + count.calls });
  }
  return [...sums.values()];
}
