import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Readable as ReadableFrom } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StackAddress } from '@ledgergraph/test-kit/stack';

/** An export on its way. */
export interface OpenExport {
  headers: Headers;
  body: Readable;
}

/** Asks for an export as CSV. @throws Error with what was answered instead */
export async function openExport({ gatewayUrl, keys }: StackAddress, path: string): Promise<OpenExport> {
  const headers = { authorization: `Bearer ${keys.test}`, accept: 'text/csv' };
  const response = await fetch(`${gatewayUrl}/export/${path}`, { headers });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  return { headers: response.headers, body: ReadableFrom.fromWeb(response.body as never) };
}

/** Puts an export into a file. @returns milliseconds from the request to the last byte */
export async function saveExport(address: StackAddress, path: string, file: string): Promise<number> {
  const startedAt = performance.now();
  const { body } = await openExport(address, path);
  await pipeline(body, createWriteStream(file));
  return performance.now() - startedAt;
}
