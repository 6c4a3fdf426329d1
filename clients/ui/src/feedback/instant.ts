const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** `3 hours ago`, `in 2 days`, `just now`. `instant` is RFC 3339, `nowMs` Unix milliseconds. */
export function relativeTime(instant: string, nowMs: number): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000;
  const found = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (found === undefined) return seconds > 1 ? 'in less than a minute' : 'just now';
  const [unit, size] = found;
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** In the reader's time zone. */
export function exactTime(instant: string): string {
  return EXACT.format(new Date(instant));
}

export function calendarDay(instant: string): string {
  return DAY.format(new Date(instant));
}
