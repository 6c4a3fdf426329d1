import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Encoder } from './formats/format.ts';
import type { RowPage } from './read-rows.ts';

/** How long a client may leave unread what was sent. */
const BLOCKED_MAX_MS = 20_000;
/** Bytes that a slow client takes in that time, at least. */
const PROGRESS_BYTES = 16 * 1024;

/** The response cannot go on: its connection is cut, so that the client sees that rows are missing. */
export class SendingEnded extends Error {}

export interface SendOptions {
  /** Called before each page; throws to end the export. */
  onPage: (page: RowPage) => void | Promise<void>;
  /** Milliseconds for which a client may leave unread what was sent. */
  blockedMaxMs?: number | undefined;
}

/**
 * Sends pages as they come. It waits for a client that does not read, and no further pages are read meanwhile but the next few.
 * @throws SendingEnded when the client has gone or does not read; and what reading pages throws
 */
export async function sendRows(
  raw: ServerResponse,
  encoder: Encoder,
  pages: AsyncIterable<RowPage>,
  { onPage, blockedMaxMs = BLOCKED_MAX_MS }: SendOptions,
): Promise<void> {
  await writeOut(raw, encoder.begin(), blockedMaxMs);
  for await (const page of pages) {
    await onPage(page);
    await writeOut(raw, encode(encoder, page), blockedMaxMs);
  }
  await writeOut(raw, encoder.end(), blockedMaxMs);
  raw.end();
}

function encode(encoder: Encoder, { rows, csv }: RowPage): string | Uint8Array {
  if (csv !== undefined && encoder.writeLines !== undefined) return encoder.writeLines(csv());
  return encoder.write(rows());
}

async function writeOut(raw: ServerResponse, chunk: string | Uint8Array, blockedMaxMs: number): Promise<void> {
  if (raw.destroyed) throw new SendingEnded('the client has gone');
  if (chunk.length === 0 || raw.write(chunk)) return;
  for (let sent = raw.socket?.bytesWritten ?? 0; ; sent = raw.socket?.bytesWritten ?? 0) {
    if (await hasDrained(raw, blockedMaxMs)) return;
    if (raw.destroyed) throw new SendingEnded('the client has gone');
    // A slow client may take its time with a large chunk, but not a byte at a time.
    if ((raw.socket?.bytesWritten ?? 0) - sent < PROGRESS_BYTES) throw new SendingEnded('the client does not read');
  }
}

/** @returns false when the time was up, or the connection has ended */
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
