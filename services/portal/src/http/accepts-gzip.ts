import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** True if a client takes gzip, and does not prefer an answer as it stands. */
export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip';
}
