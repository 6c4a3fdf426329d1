import type { IncomingMessage } from 'node:http';
import { gatherBody } from '@ledgergraph/service-kit/http/gather-body';
import { Refusal } from '#/http/refusal.ts';
import type { RpcRoom } from './rpc-concurrency.ts';

/** The largest transaction in hexadecimal digits, and what stands around it. */
export const BODY_BYTES_MAX = (4 * 1024 + 64) * 1024;
const SMALL_BYTES = 64 * 1024;
/** A body stands in memory as bytes, as its text, and in the question to the gateway. */
const BODY_FACTOR = 4;
/** A list of one number takes the most. */
export const VALUE_BYTES = 128;
/** One of these stands before each value but the first: , : [ { */
const BEFORE_VALUES = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

const TOO_LARGE = new Refusal(413, 'BAD_REQUEST', `A body has at most ${BODY_BYTES_MAX} bytes.`);
const CUT_SHORT = new Refusal(400, 'BAD_REQUEST', 'The body did not come whole.');

/** @param admit is asked before a body that is not small @throws Refusal */
export async function readBody(raw: IncomingMessage, room: RpcRoom, admit: () => Promise<void>): Promise<string> {
  const { 'transfer-encoding': chunked, 'content-length': length = 0 } = raw.headers;
  let size = chunked === undefined ? Number(length) : SMALL_BYTES;
  if (size > BODY_BYTES_MAX) throw TOO_LARGE;
  if (chunked !== undefined || size > SMALL_BYTES) await admit();
  const grow = (bytes: number): number | Refusal => {
    if (bytes > BODY_BYTES_MAX) return TOO_LARGE;
    const larger = Math.min(2 * bytes, BODY_BYTES_MAX);
    const full = room.hold((larger - size) * BODY_FACTOR);
    size = larger;
    return full ?? larger;
  };
  const full = room.hold(size * BODY_FACTOR);
  if (full !== undefined) throw full;
  const body = await gatherBody(raw, size, grow);
  if (body === undefined) throw CUT_SHORT;
  const refused = body instanceof Refusal ? body : room.hold(valuesOf(body) * VALUE_BYTES);
  if (refused !== undefined) throw refused;
  return body.toString();
}

/** The most values that its text can have. */
function valuesOf(body: Buffer): number {
  let values = 1;
  for (const byte of body) if (BEFORE_VALUES.has(byte)) values += 1;
  return values;
}
