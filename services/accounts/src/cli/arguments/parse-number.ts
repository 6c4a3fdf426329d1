import { InvalidArgumentError } from 'commander';

/** Far above any plan, far below where JSON numbers lose units. */
const CALLS_PER_MONTH_MAX = 1_000_000_000_000_000n;
const CALLS_PER_SECOND_MAX = 1_000_000;
const SMALL_LIMIT_MAX = 100_000;
const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const GRACE_MAX_SECONDS = 30 * SECONDS.d;
const LIST_MAX = 10_000;

/** No limit. (Commander makes an empty text of null.) */
export type None = 'none';

/** Calls a month, or `none`. Throws commander's InvalidArgumentError on anything else. */
export function parseCallsPerMonth(text: string): bigint | None {
  const calls = parseCount(text);
  if (calls !== 'none' && calls > CALLS_PER_MONTH_MAX)
    throw new InvalidArgumentError(`Wanted: at most ${CALLS_PER_MONTH_MAX}, or none.`);
  return calls;
}

/** Calls a second, or `none`. Throws commander's InvalidArgumentError on anything else. */
export function parseCallsPerSecond(text: string): number | None {
  const calls = parseCount(text);
  if (calls !== 'none' && calls > CALLS_PER_SECOND_MAX)
    throw new InvalidArgumentError(`Wanted: at most ${CALLS_PER_SECOND_MAX}, or none.`);
  return calls === 'none' ? calls : Number(calls);
}

/** A limit of streams, of sent transactions or of webhooks, or `none`. Throws commander's InvalidArgumentError on anything else. */
export function parseSmallLimit(text: string): number | None {
  const limit = parseCount(text);
  if (limit !== 'none' && limit > SMALL_LIMIT_MAX)
    throw new InvalidArgumentError(`Wanted: at most ${SMALL_LIMIT_MAX}, or none.`);
  return limit === 'none' ? limit : Number(limit);
}

/** A grace period in seconds, from `0`, `90s`, `30m`, `24h` or `7d`. Throws commander's InvalidArgumentError on anything else. */
export function parseGrace(text: string): number {
  const [, amount, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = text === '0' ? 0 : Number(amount) * SECONDS[unit as keyof typeof SECONDS];
  if (Number.isNaN(seconds) || seconds > GRACE_MAX_SECONDS)
    throw new InvalidArgumentError('Wanted: 0, or a time such as 90s, 30m, 24h or 7d, at most 30d.');
  return seconds;
}

/** Parses the number of entries to list. Throws commander's InvalidArgumentError on anything but 1 to 10000. */
export function parseListLength(text: string): number {
  const length = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (length < 1 || length > LIST_MAX) throw new InvalidArgumentError(`Wanted: 1 to ${LIST_MAX}.`);
  return length;
}

function parseCount(text: string): bigint | None {
  if (text === 'none') return text;
  if (!/^[1-9]\d{0,18}$/.test(text)) throw new InvalidArgumentError('Wanted: a whole number from 1, or none.');
  return BigInt(text);
}
