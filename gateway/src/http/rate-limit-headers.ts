import type { KnownKey } from '#/auth/key-answer.ts';
import type { SecondLeft } from '#/limits/call-rates.ts';
import { monthOf } from '#/quota/month.ts';
import type { MonthLeft } from '#/quota/quota-keeper.ts';

/** What structured fields can say at most (RFC 9651, section 3.3.1). */
const INTEGER_MAX = 999_999_999_999_999n;

export interface LimitsLeft {
  /** Undefined: not known at the moment, or nothing limits the month. */
  month: MonthLeft | undefined;
  /** Null: nothing limits the second. */
  second: SecondLeft | null;
}

/**
 * `RateLimit-Policy` and `RateLimit` (IETF draft ratelimit-headers) of one answer: what the key may do in a month and in a second, and what is
 * left of it. A limit that does not exist is not named; nor is the header where none exists.
 * @param now unix milliseconds
 */
export function rateLimitHeaders(key: KnownKey, { month, second }: LimitsLeft, now: number): Record<string, string> {
  const { startsAt, endsAt } = monthOf(now);
  const limit = key.environment === 'MAINNET' ? key.plan.callsPerMonth : null;
  const policies = [
    limit !== null && `"month";q=${integer(limit)};w=${(endsAt - startsAt) / 1000}`,
    second !== null && `"second";q=${second.perSecond};w=1`,
  ].filter((policy) => policy !== false);
  const left = [
    limit !== null &&
      month !== undefined &&
      `"month";r=${integer(month.remaining)};t=${Math.ceil((month.endsAt - now) / 1000)}`,
    second !== null && `"second";r=${second.left};t=1`,
  ].filter((item) => item !== false);
  return {
    ...(policies.length > 0 && { 'ratelimit-policy': policies.join(', ') }),
    ...(left.length > 0 && { ratelimit: left.join(', ') }),
  };
}

function integer(value: bigint): bigint {
  return value > INTEGER_MAX ? INTEGER_MAX : value;
}
