import { COST_HEADERS } from '#/cost/cost-formula.ts';

/** Headers of responses that a page may read beside those that every page may (Fetch, "CORS-safelisted response-header name"). */
const EXPOSED = [
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  ...COST_HEADERS,
].join(', ');

/** Headers that a page may send. The asterisk stands for all but the first, which has to be named. */
const SENT = 'authorization, content-type, accept, if-none-match, last-event-id, x-request-id, *';
/** Longest time that browsers keep the answer to a preflight: two hours in Chromium. */
const PREFLIGHT_S = 7_200;

/** Every response of the API depends on who asks: a cache must not give one page what another got. */
export const VARY_BY_ORIGIN = { vary: 'origin' } as const;

/**
 * Headers with which a browser lets a page read a response. No page is let in with credentials: the API knows no cookie, and the key that
 * a page sends is the page's own.
 * @param origin undefined: no page of a foreign origin asks
 */
export function pageHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

/** Headers that let a page of this origin send a request. */
export function preflightHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': SENT,
    'access-control-max-age': String(PREFLIGHT_S),
  };
}
