import type { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';

export interface UsageCount {
  keyId: string;
  day: number;
  status: CallStatus;
  calls: bigint;
}

/** Calls since the last report, by key, day and how they ended: bounded by their number, however many calls there are. */
export class UsageCounter {
  readonly #counts = new Map<string, UsageCount>();

  /** @param day since 1970 (UTC) */
  count(keyId: string, day: number, status: CallStatus): void {
    const id = `${keyId} ${day} ${status}`;
    const known = this.#counts.get(id);
    if (known === undefined) this.#counts.set(id, { keyId, day, status, calls: 1n });
    else known.calls++;
  }

  /** Hands the counts over and begins anew. */
  take(): UsageCount[] {
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    return counts;
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }
}
