import { InvalidArgumentError } from 'commander';
import { z } from 'zod';

const format = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A date (its first instant in UTC) or an RFC 3339 instant. Throws commander's InvalidArgumentError on anything else. */
export function parseExpiry(text: string): Date {
  const parsed = format.safeParse(text);
  if (!parsed.success)
    throw new InvalidArgumentError('Wanted: a date such as 2030-12-31, or an instant such as 2030-12-31T12:00:00Z.');
  return new Date(parsed.data);
}

/** The same, or `never`. (Commander makes an empty text of null.) */
export function parseExpiryOrNever(text: string): Date | 'never' {
  return text === 'never' ? text : parseExpiry(text);
}

/** A day (UTC) as `YYYY-MM-DD`. Throws commander's InvalidArgumentError on anything else. */
export function parseDay(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new InvalidArgumentError('Wanted: a date such as 2030-12-31.');
  return text;
}
