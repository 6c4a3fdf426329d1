import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, createGzip } from 'node:zlib';
import { writeOut } from '#/http/write-out.ts';
import type { Encoder } from './formats/format.ts';
import type { RowPage } from './read-pages.ts';

/** The kernel takes more only when a third of its buffer is free, about 1.5 MB: a client that reads 30 kB a second is never cut. */
const BLOCKED_MAX_MS = 60_000;
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
