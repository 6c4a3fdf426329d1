import type { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';

export interface UsageCount {
  keyId: string;
  day: number;
  status: CallStatus;
  calls: bigint;
}

/** Statuses are numbered from 0. */
const STATUSES_MAX = 64;

/** Calls since the last report. Bounded by keys and days, however many calls there are. */
export class UsageCounter {
  readonly #counts = new Map<string, Map<number, number>>();

  /** @param day since 1970 (UTC) */
  count(keyId: string, day: number, status: CallStatus): void {
    let ofKey = this.#counts.get(keyId);
    if (ofKey === undefined) {
      ofKey = new Map();
      this.#counts.set(keyId, ofKey);
    }
    const kind = day * STATUSES_MAX + status;
    ofKey.set(kind, (ofKey.get(kind) ?? 0) + 1);
  }

  take(): UsageCount[] {
    const counts = Array.from(this.#counts, ([keyId, ofKey]) =>
      Array.from(ofKey, ([kind, calls]) => ({
        keyId,
        day: Math.floor(kind / STATUSES_MAX),
        status: (kind % STATUSES_MAX) as CallStatus,
        calls: BigInt(calls),
      })),
    ).flat();
    this.#counts.clear();
    return counts;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }
}
