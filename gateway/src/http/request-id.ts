import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_REQUEST_ID = /^[\w.-]{1,64}$/;
/** Two processes never share it: what follows need only be counted, which each answer is quicker with than with randomness of its own. */
const PROCESS = `${randomBytes(9).toString('hex')}-`;
const RADIX = 36;

let made = 0;

/** The client's own where it is well formed; else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && CLIENT_REQUEST_ID.test(given)) return given;
  made += 1;
  return PROCESS + made.toString(RADIX);
}
