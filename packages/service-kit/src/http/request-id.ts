import { randomFillSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const CLIENT_REQUEST_ID = /^[\w.-]{1,64}$/;
const ID_BYTES = 16;
/**
 * Random bytes for the next ids. One large read, written in one piece per id, takes half the time of `randomUUID`,
 * whose parts are joined and flattened.
 */
const pool = Buffer.alloc(ID_BYTES * 256);

let at = pool.length;

/** The client's own where it is well formed; else a new one. It is random: from a counter each caller could see how much the others call. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  if (typeof given === 'string' && CLIENT_REQUEST_ID.test(given)) return given;
  if (at === pool.length) {
    randomFillSync(pool);
    at = 0;
  }
  at += ID_BYTES;
  return pool.toString('hex', at - ID_BYTES, at);
}
