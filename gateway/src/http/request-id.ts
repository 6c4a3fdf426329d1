import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_REQUEST_ID = /^[\w.-]{1,64}$/;

/** The client's own where it is well formed; else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && CLIENT_REQUEST_ID.test(given) ? given : randomUUID();
}
