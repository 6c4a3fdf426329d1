import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, createGzip } from 'node:zlib';
import type { Encoder } from './formats/format.ts';
import type { RowPage } from './read-pages.ts';

/** The kernel takes more only when a third of its buffer is free, about 1.5 MB: a client that reads 30 kB a second is never cut. */
const BLOCKED_MAX_MS = 60_000;
/** The socket reports only that it has taken a whole piece. */
const SLICE_BYTES = 16 * 1024;

export const GONE = 'the client has gone';

/** Its connection is cut, so that the client sees that rows are missing. */
export class SendingEnded extends Error {}

export interface SendOptions {
  isGzipped: boolean;
  blockedMaxMs?: number | undefined;
}

/** @throws SendingEnded when the client has gone or does not read; faults of reading pages */
export async function sendRows(
  raw: ServerResponse,
  encoder: Encoder,
  pages: AsyncIterable<RowPage>,
  { isGzipped, blockedMaxMs = BLOCKED_MAX_MS }: SendOptions,
): Promise<void> {
  const chunks = encodeAll(encoder, pages);
  for await (const chunk of isGzipped ? gzipped(chunks) : chunks) await writeOut(raw, chunk, blockedMaxMs);
  raw.end();
}

async function* encodeAll(encoder: Encoder, pages: AsyncIterable<RowPage>): AsyncGenerator<Uint8Array, void, void> {
  yield toBytes(encoder.begin());
  for await (const { rows } of pages) yield toBytes(encoder.write(rows));
  yield toBytes(encoder.end());
}

function toBytes(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

/** Each chunk is flushed whole, so a cut export lacks no row that was sent. */
async function* gzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH });
  const write = promisify((chunk: Uint8Array, done: (error?: Error | null) => void) => gzip.write(chunk, done));
  const parts: Buffer[] = [];
  gzip.on('data', (part) => parts.push(part)).on('error', () => {});
  try {
    for await (const chunk of chunks) {
      await write(chunk);
      yield Buffer.concat(parts.splice(0));
    }
    await once(gzip.end(), 'end');
    yield Buffer.concat(parts);
  } finally {
    gzip.destroy();
  }
}

async function writeOut(raw: ServerResponse, bytes: Uint8Array, blockedMaxMs: number): Promise<void> {
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
