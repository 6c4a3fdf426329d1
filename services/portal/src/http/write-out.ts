import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** The socket reports only that it has taken a whole piece. */
const SLICE_BYTES = 16 * 1024;

export const GONE = 'the client has gone';

/** Its connection is cut, so that the client sees that something is missing. */
export class SendingEnded extends Error {}

/** @throws SendingEnded when the client has gone, or leaves bytes unread for longer */
export async function writeOut(raw: ServerResponse, bytes: Uint8Array, blockedMaxMs: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    // It may have gone during the slice before, and no event would follow.
    if (raw.destroyed) throw new SendingEnded(GONE);
    if (raw.write(bytes.subarray(at, at + SLICE_BYTES)) || (await hasDrained(raw, blockedMaxMs))) continue;
    throw new SendingEnded(raw.destroyed ? GONE : 'the client does not read');
  }
}

async function hasDrained(raw: ServerResponse, patienceMs: number): Promise<boolean> {
  const waiting = new AbortController();
  const stop = (): void => waiting.abort();
  const timer = setTimeout(stop, patienceMs);
  raw.once('close', stop);
  try {
    await once(raw, 'drain', { signal: waiting.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    raw.off('close', stop);
  }
}
