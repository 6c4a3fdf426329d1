import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Network address of the person, from the gateway, which is our only client; null if the gateway sent none. */
export function clientAddress(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-forwarded-for'];
  return typeof given === 'string' && isIP(given) !== 0 ? given : null;
}
