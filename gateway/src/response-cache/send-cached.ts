import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Call } from '#/calls/call-tracker.ts';
import { pageHeaders } from '#/origins/page-headers.ts';
import type { CachedResponse } from './cached-response.ts';

/**
 * Head and body in one write; settles the call. Every header is written here, whichever way the request came.
 * @param origin of the web page that asks, if it is not ours
 * @returns the status: 304 where the caller has the answer
 */
export function sendCached(
  { id, method, headers }: { id: string; method: string | undefined; headers: IncomingHttpHeaders },
  response: ServerResponse,
  call: Call,
  kept: CachedResponse,
  origin: string | undefined,
): number {
  const isNamed = method === 'GET';
  const status = isNamed && kept.isAmong(headers['if-none-match']) ? 304 : 200;
  call.note('answered');
  call.settleAnswer(status);
  const head = (status === 304 ? kept.unchangedHead() : kept.head(isNamed)).slice();
  head.push('x-request-id', id);
  if (origin !== undefined) head.push(...Object.entries(pageHeaders(origin)).flat());
  const limits = call.limitHeaders();
  for (const name in limits) head.push(name, limits[name] ?? '');
  if (status === 304) {
    response.writeHead(304, head).end();
    return status;
  }
  const { body } = kept;
  response.writeHead(200, head);
  if (typeof body === 'string') response.end(body, 'latin1');
  else response.end(body);
  return status;
}
