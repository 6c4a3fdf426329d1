import { hash } from 'node:crypto';
import { type Counters, steadyNow } from './counters.ts';
import { RateBuckets } from './rate-buckets.ts';
import { perMinute, type Rate } from './token-bucket.ts';

/**
 * Limits the new operations of each key: an operation without a plan is parsed, validated and planned, which is the
 * cheapest way for a caller to cause work. Each key has a bucket of one minute's operations, which fills at that
 * rate; each gateway has its own. An operation that one worker has planned is new for none of the others.
 */
export class UnplannedOperations {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #counters: Counters;
  readonly #buckets: RateBuckets;

  /** @param options.now milliseconds of a steady clock, the same in all workers */
  constructor(options: { perMinute: number; counters: Counters; now?: () => number }) {
    this.#rate = perMinute(options.perMinute);
    this.#now = options.now ?? steadyNow;
    this.#counters = options.counters;
    this.#buckets = new RateBuckets(options.counters.rates.operations);
  }

  /** Takes one operation from what the key has left, or answers how many milliseconds to wait. */
  take(keyId: string, query: string, operationName: string): { waitMs: number } | undefined {
    if (this.#isPlannedElsewhere(query, operationName)) return undefined;
    return this.#buckets.take(keyId, this.#rate, this.#now());
  }

  /** This worker has planned the operation. */
  notePlanned(query: string, operationName: string): void {
    const { members, member, planned } = this.#counters;
    if (members === 1) return;
    const row = rowOf(query, operationName);
    planned.alone(() => {
      let at = planned.open(row);
      if (at === undefined) {
        // An operation that is forgotten counts as new again.
        planned.sweep(() => true);
        at = planned.open(row);
      }
      if (at !== undefined) planned.numbers[at + member] = 1;
    });
  }

  /** An operation that this worker planned and has forgotten counts again. */
  #isPlannedElsewhere(query: string, operationName: string): boolean {
    const { members, member, planned } = this.#counters;
    if (members === 1) return false;
    const row = rowOf(query, operationName);
    return planned.alone(() => {
      const at = planned.find(row);
      return at !== undefined && planned.numbers[at + member] === 0 && this.#counters.sum(planned, at) > 0;
    });
  }
}

function rowOf(query: string, operationName: string): string {
  return hash('sha256', `${operationName}\n${query}`, 'base64url');
}
