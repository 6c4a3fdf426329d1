import { InvalidArgumentError } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const INSTANT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;

/** All functions here throw commander's InvalidArgumentError. */
export function parseInstant(text: string): string {
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('Wanted: an instant such as 2026-11-24T00:00:00Z, or (for a day) 2030-12-31.');
  return text;
}

/** False also for a day that its month does not have. */
function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** Returns an RFC 3339 instant; a date means its first instant in UTC. */
export function parseExpiry(text: string): string {
  return parseInstant(isDay(text) ? `${text}T00:00:00Z` : text);
}

export function parseExpiryOrNever(text: string): string {
  return text === 'never' ? text : parseExpiry(text);
}

/** In seconds, from `0`, `90s`, `30m`, `24h` or `7d`. */
export function parsePeriod(text: string): number {
  const [, amount, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = text === '0' ? 0 : Number(amount) * SECONDS[unit as keyof typeof SECONDS];
  if (Number.isNaN(seconds)) throw new InvalidArgumentError('Wanted: 0, or a time such as 90s, 30m, 24h or 7d.');
  return seconds;
}

export function parseHeight(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Wanted: the height of a block.');
  return Number(text);
}

/** 1 to 1,000. */
export function parseLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1_000) throw new InvalidArgumentError('Wanted: 1 to 1000.');
  return limit;
}

/** For options that may be given several times. */
export function addText(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text];
}

export function addVariable(text: string, before: Record<string, string> | undefined): Record<string, string> {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Wanted: name=value.');
  return { ...before, [name]: value };
}

/** In UTC. */
export function parseDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('Wanted: a date such as 2030-12-31.');
  return text;
}
