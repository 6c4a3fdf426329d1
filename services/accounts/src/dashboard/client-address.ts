import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Where the person is, as the gateway says, which alone reaches us; null when it did not say. */
export function clientAddress(headers: IncomingHttpHeaders): string | null {
  const given = headers['x-forwarded-for'];
  return typeof given === 'string' && isIP(given) !== 0 ? given : null;
}
