import { COST_HEADERS } from '#/cost/cost-formula.ts';

/** Beside those that every page may read (Fetch, "CORS-safelisted response-header name"). */
const EXPOSED = [
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
  ...COST_HEADERS,
].join(', ');

/** The asterisk stands for all but the first, which has to be named. */
const SENT = 'authorization, content-type, accept, if-none-match, last-event-id, x-request-id, *';
/** Two hours, the longest time that Chromium keeps a preflight's answer. */
const PREFLIGHT_S = 7_200;

/** A cache must not give one page another page's response. */
export const VARY_BY_ORIGIN = { vary: 'origin' } as const;

/**
 * Let a page read a response. No page is let in with credentials: the API knows no cookie, and a page sends its own key.
 * @param origin undefined: no page of a foreign origin asks
 */
export function pageHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
}

export function preflightHeaders(origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': SENT,
    'access-control-max-age': String(PREFLIGHT_S),
  };
}
