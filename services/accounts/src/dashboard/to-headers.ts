import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const PASSED = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'accept',
  'accept-language',
  'content-type',
];

export function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && (PASSED.includes(name) || name.startsWith('sec-fetch-'))) headers.set(name, value);
  return headers;
}

/** The gateway, our only client, sends it; null if it sent none. */
export function clientAddress(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-forwarded-for'];
  return typeof given === 'string' && isIP(given) !== 0 ? given : null;
}
