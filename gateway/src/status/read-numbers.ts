import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { KeyDirectory } from '#/auth/key-directory.ts';
import type { CallTracker } from '#/calls/call-tracker.ts';
import type { QuotaKeeper } from '#/quota/quota-keeper.ts';

const STATUSES = {
  answered: CallStatus.ANSWERED,
  rejected: CallStatus.REJECTED,
  rate_limited: CallStatus.RATE_LIMITED,
  quota_exceeded: CallStatus.QUOTA_EXCEEDED,
  failed: CallStatus.FAILED,
} as const;

/** The word for a status, as it stands in labels. */
export function statusName(status: CallStatus): string {
  return Object.entries(STATUSES).find(([, value]) => value === status)?.[0] ?? 'unspecified';
}

/** Numbers for operators: keys, calls and quotas at this gateway. */
export interface Numbers {
  /** Since the start, by how they ended. */
  calls: Record<keyof typeof STATUSES, number>;
  /** Leased and not spent, all teams together. */
  unitsHeld: bigint;
  /** Teams with units or recent calls. */
  teams: number;
  /** Milliseconds since accounts took a report in; null: it never has. */
  reportedAgoMs: number | null;
  /** Good keys in memory. */
  keys: number;
  /** Milliseconds since the least lately confirmed of them was; null: there is none. */
  oldestKeyMs: number | null;
}

export function readNumbers(of: {
  calls: Pick<CallTracker, 'counts'>;
  quotas: Pick<QuotaKeeper, 'balance'>;
  keys: Pick<KeyDirectory, 'cacheState'>;
}): Numbers {
  const counts = of.calls.counts();
  const calls = Object.fromEntries(Object.entries(STATUSES).map(([name, status]) => [name, counts.get(status) ?? 0]));
  const { known, oldestMs } = of.keys.cacheState();
  return { calls: calls as Numbers['calls'], ...of.quotas.balance(), keys: known, oldestKeyMs: oldestMs };
}
