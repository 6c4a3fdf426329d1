import { TokenBucket } from '#/limits/token-bucket.ts';
import { networkOf } from './network-of.ts';

/** Look-ups of keys that do not exist, per second and at once: of one caller, and of all together. */
export const CALLER_PER_SECOND = 10;
export const CALLER_AT_ONCE = 100;
export const TOTAL_PER_SECOND = 100;
export const TOTAL_AT_ONCE = 1_000;
/** Callers that are remembered. A caller that is evicted begins anew, and the total still holds. */
const CALLERS_MAX = 10_000;

/**
 * Bounds the load that guessing keys puts on the accounts service. A look-up takes one token of its caller and one of
 * all callers; a key that exists gives both back. So any number of real keys is looked up, and few invented ones.
 */
export class LookupLimits {
  readonly #now: () => number;
  readonly #total: TokenBucket;
  readonly #callers = new Map<string, TokenBucket>();

  /** @param now milliseconds of a steady clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#total = new TokenBucket(TOTAL_PER_SECOND, now(), TOTAL_AT_ONCE);
  }

  /** @returns what to call when it was a key after all; or who has to wait: `caller` too often wrong, `total` all together */
  take(address: string): (() => void) | 'caller' | 'total' {
    const now = this.#now();
    const caller = this.#caller(address, now);
    if (!caller.take(now)) return 'caller';
    if (!this.#total.take(now)) {
      caller.giveBack();
      return 'total';
    }
    return () => {
      caller.giveBack();
      this.#total.giveBack();
    };
  }

  #caller(address: string, now: number): TokenBucket {
    const id = networkOf(address);
    const bucket = this.#callers.get(id) ?? new TokenBucket(CALLER_PER_SECOND, now, CALLER_AT_ONCE);
    // Keeps the callers in order of their last look-up.
    this.#callers.delete(id);
    this.#callers.set(id, bucket);
    for (const oldest of this.#callers.keys()) {
      if (this.#callers.size <= CALLERS_MAX) break;
      this.#callers.delete(oldest);
    }
    return bucket;
  }
}
