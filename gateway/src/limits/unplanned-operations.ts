import { perMinute, type Rate, RateBuckets } from './rate-buckets.ts';

/**
 * Limits the new operations of each key: an operation without a plan is parsed, validated and planned, which is the
 * cheapest way for a caller to cause work. Each key has a bucket of one minute's operations, which fills at that
 * rate; each gateway has its own.
 */
export class UnplannedOperations {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new RateBuckets();

  /** @param options.now milliseconds of a steady clock */
  constructor(options: { perMinute: number; now?: () => number }) {
    this.#rate = perMinute(options.perMinute);
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes one operation from what the key has left, or answers how many milliseconds to wait. */
  take(keyId: string): { waitMs: number } | undefined {
    const now = this.#now();
    const bucket = this.#buckets.open(keyId, this.#rate, now);
    return bucket.take(now) ? undefined : { waitMs: bucket.waitMs(now) };
  }
}
