import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** False if the client prefers an answer as it is. */
export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}
