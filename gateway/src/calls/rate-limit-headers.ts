import type { KnownKey } from '#/auth/key-answer.ts';
import { monthOf } from '#/quota/month.ts';
import type { MonthLeft } from '#/quota/quota-keeper.ts';
import type { SecondLeft } from './call-rates.ts';

/** RFC 9651, section 3.3.1. */
const INTEGER_MAX = 999_999_999_999_999;

export interface LimitsLeft {
  month: MonthLeft | undefined;
  second: SecondLeft | null;
}

/**
 * `RateLimit-Policy` and `RateLimit` (IETF draft ratelimit-headers): the key's limits for a month and a second, and the rest of them. An
 * absent limit is not named.
 * @param now unix milliseconds
 */
export function rateLimitHeaders(key: KnownKey, { month, second }: LimitsLeft, now: number): Record<string, string> {
  const limit = key.environment === 'MAINNET' ? key.plan.callsPerMonth : null;
  const headers: Record<string, string> = {};
  const policy = policyOf(limit, second?.perSecond ?? null, now);
  if (policy !== '') headers['ratelimit-policy'] = policy;
  const ofMonth =
    limit === null || month === undefined
      ? ''
      : `"month";r=${integer(month.remaining)};t=${Math.ceil((month.endsAt - now) / 1000)}`;
  const ofSecond = second === null ? '' : `"second";r=${second.left};t=1`;
  if (ofMonth !== '' || ofSecond !== '') headers.ratelimit = joined(ofMonth, ofSecond);
  return headers;
}

/** The calls of one plan come in a row, and a month is long. */
let written = { limit: null as bigint | null, perSecond: null as number | null, startsAt: 0, endsAt: 0, text: '' };

function policyOf(limit: bigint | null, perSecond: number | null, now: number): string {
  const isSame = written.limit === limit && written.perSecond === perSecond;
  if (isSame && now >= written.startsAt && now < written.endsAt) return written.text;
  const { startsAt, endsAt } = monthOf(now);
  const ofMonth = limit === null ? '' : `"month";q=${integer(limit)};w=${(endsAt - startsAt) / 1000}`;
  const ofSecond = perSecond === null ? '' : `"second";q=${perSecond};w=1`;
  written = { limit, perSecond, startsAt, endsAt, text: joined(ofMonth, ofSecond) };
  return written.text;
}

function joined(one: string, other: string): string {
  return one !== '' && other !== '' ? `${one}, ${other}` : one + other;
}

function integer(value: bigint | number): bigint | number {
  return value > INTEGER_MAX ? INTEGER_MAX : value;
}
