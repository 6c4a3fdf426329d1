import { Rates } from '@ledgergraph/service-kit/limits/rates';
import { perMinute, type Rate } from '@ledgergraph/service-kit/limits/token-bucket';
import type { KnownKey } from '#/auth/key-answer.ts';
import { chargesOf } from './holders.ts';

/**
 * Limits the new operations of a key, its team and its person: an operation without a plan is parsed, validated and
 * planned, which is the cheapest way for a caller to cause work. A bucket holds one minute's operations, and fills at that
 * rate; each gateway has its own.
 */
export class UnplannedOperations {
  readonly #rate: Rate;
  readonly #rates: Rates;

  /** @param options.now milliseconds of a steady clock */
  constructor(options: { perMinute: number; now?: () => number }) {
    this.#rate = perMinute(options.perMinute);
    this.#rates = new Rates(options.now);
  }

  /** Takes one operation from what the key has left, or answers how many milliseconds to wait. */
  take(key: Pick<KnownKey, 'id' | 'teamId' | 'personId'>): { waitMs: number } | undefined {
    return this.#rates.take(chargesOf(key, this.#rate));
  }
}
