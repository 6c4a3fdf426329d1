import type { IncomingHttpHeaders } from 'node:http';

/** Headers of a request that concern the auth library; headers between our own processes are not among them. */
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

/** Also a browser's headers about where a request comes from (`Sec-Fetch-*`). */
export function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && (PASSED.includes(name) || name.startsWith('sec-fetch-'))) headers.set(name, value);
  return headers;
}
