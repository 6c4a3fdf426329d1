import { TokenBucket } from './token-bucket.ts';

/** Number of buckets at which full ones are removed. */
const SWEEP_AT = 1_000;

/**
 * Limits the new operations of each key: an operation without a plan is parsed, validated and planned, which is the
 * cheapest way for a caller to cause work. Each key has a bucket of one minute's operations, which fills at that
 * rate; each gateway has its own.
 */
export class UnplannedOperations {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();

  /** @param now milliseconds of a steady clock */
  constructor({ perMinute, now = () => performance.now() }: { perMinute: number; now?: () => number }) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Takes one operation from what the key has left, or says how many milliseconds to wait. */
  take(keyId: string): { waitMs: number } | undefined {
    const now = this.#now();
    const bucket = this.#buckets.get(keyId) ?? this.#open(keyId, now);
    return bucket.take(now) ? undefined : { waitMs: bucket.waitMs(now) };
  }

  #open(keyId: string, now: number): TokenBucket {
    if (this.#buckets.size >= SWEEP_AT) {
      for (const [id, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(id);
    }
    const bucket = new TokenBucket(this.#perMinute / 60, now, this.#perMinute);
    this.#buckets.set(keyId, bucket);
    return bucket;
  }
}
