import { type Counters, steadyNow } from '#/limits/counters.ts';
import { RateBuckets } from '#/limits/rate-buckets.ts';
import { networkOf } from './allowed-networks.ts';

/** Look-ups of keys that do not exist, per second and at once: of one caller, and of all together. */
export const CALLER_PER_SECOND = 10;
export const CALLER_AT_ONCE = 100;
export const TOTAL_PER_SECOND = 100;
export const TOTAL_AT_ONCE = 1_000;
const CALLER = { perSecond: CALLER_PER_SECOND, sizeMax: CALLER_AT_ONCE };
const TOTAL = { perSecond: TOTAL_PER_SECOND, sizeMax: TOTAL_AT_ONCE };
/** The bucket of all callers; no address is so named. */
const ALL = 'all';

/**
 * Bounds the load that guessing keys puts on the accounts service. A look-up takes one token of its caller and one of
 * all callers; a key that exists gives both back. So any number of real keys is looked up, and few invented ones.
 */
export class LookupLimits {
  readonly #now: () => number;
  readonly #buckets: RateBuckets;

  /** @param now milliseconds of a steady clock, the same in all workers */
  constructor(counters: Counters, now: () => number = steadyNow) {
    this.#now = now;
    this.#buckets = new RateBuckets(counters.rates.lookups);
  }

  /** @returns what to call when it was a key after all; or who has to wait: `caller` too often wrong, `total` all together */
  take(address: string): (() => void) | 'caller' | 'total' {
    const now = this.#now();
    const caller = networkOf(address);
    if (this.#buckets.take(caller, CALLER, now) !== undefined) return 'caller';
    if (this.#buckets.take(ALL, TOTAL, now) !== undefined) {
      this.#buckets.giveBack(caller, now);
      return 'total';
    }
    return () => {
      this.#buckets.giveBack(caller, this.#now());
      this.#buckets.giveBack(ALL, this.#now());
    };
  }
}
