import type { CallStatus, Usage } from '@ledgergraph/dashboard-api/contract';
import { barOf, barsOf, type Period } from './period.ts';

export type UsageRows = Pick<Usage, 'calls' | 'keys'>;

export type UsageRow = { bar: string } & Record<CallStatus, number>;

export interface UsageFilter {
  /** Undefined: all keys. */
  keyId?: string | undefined;
  environment?: 'live' | 'test' | undefined;
}

/** Includes days or months without calls. */
export function usageRows({ calls, keys }: UsageRows, period: Period, { keyId, environment }: UsageFilter): UsageRow[] {
  const rows = new Map(barsOf(period).map((bar) => [bar, emptyRow(bar)]));
  const environments = new Map(keys.map((key) => [key.id, key.environment]));
  for (const call of calls) {
    if (keyId !== undefined && call.keyId !== keyId) continue;
    if (environment !== undefined && environments.get(call.keyId) !== environment) continue;
    const row = rows.get(barOf(call.day, period.step));
    if (row !== undefined) row[call.status] += call.calls;
  }
  return [...rows.values()];
}

export function totals(rows: readonly UsageRow[]): Record<CallStatus, number> {
  const sums = emptyRow('');
  for (const row of rows) for (const status of STATUS_NAMES) sums[status] += row[status];
  return sums;
}

const STATUS_NAMES = ['answered', 'rejected', 'rate_limited', 'quota_exceeded', 'failed'] as const;

/** Lists each key once. */
export function joinUsage(pages: readonly Usage[]): UsageRows {
  const keys = new Map(pages.flatMap((page) => page.keys).map((key) => [key.id, key]));
  return { calls: pages.flatMap(({ calls }) => calls), keys: [...keys.values()] };
}

function emptyRow(bar: string): UsageRow {
  return { bar, answered: 0, rejected: 0, rate_limited: 0, quota_exceeded: 0, failed: 0 };
}
