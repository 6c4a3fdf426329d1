import { TokenBucket } from './token-bucket.ts';

/** Number of buckets at which full ones are removed. */
const SWEEP_AT = 1_000;

/** So many a second, and at most so many at once. */
export interface Rate {
  perSecond: number;
  /** As many as come in one second, where it is absent. */
  sizeMax?: number;
}

/** A minute's amount at once, which fills at that rate. */
export function perMinute(amount: number): Rate {
  return { perSecond: amount / 60, sizeMax: amount };
}

/** Token buckets by id. An absent bucket is a full one, so full ones are removed when there are many. */
export class RateBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  /** The bucket of this id at this rate; a known one keeps what was taken from it. */
  open(id: string, { perSecond, sizeMax }: Rate, now: number): TokenBucket {
    const known = this.#buckets.get(id);
    if (known !== undefined) {
      known.resize(perSecond, now, sizeMax);
      return known;
    }
    if (this.#buckets.size >= SWEEP_AT) this.#sweep(now);
    const bucket = new TokenBucket(perSecond, now, sizeMax);
    this.#buckets.set(id, bucket);
    return bucket;
  }

  find(id: string): TokenBucket | undefined {
    return this.#buckets.get(id);
  }

  #sweep(now: number): void {
    for (const [id, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(id);
  }
}
