import { createWriteStream } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { StackAddress } from '@ledgergraph/test-kit/stack';

/** As CSV; the text is to be read. @throws Error with the other answer */
export async function openExport({ gatewayUrl, keys }: StackAddress, path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${keys.test}`, accept: 'text/csv' };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${gatewayUrl}/export/${path}`, { headers }, resolve).on('error', reject);
  const response = await promise;
  if (response.statusCode !== 200) throw new Error(await text(response));
  return response;
}

/** @returns milliseconds to the last byte */
export async function saveExport(address: StackAddress, path: string, file: string): Promise<number> {
  const startedAt = performance.now();
  await pipeline(await openExport(address, path), createWriteStream(file));
  return performance.now() - startedAt;
}
