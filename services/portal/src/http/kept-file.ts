import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from './accepts-gzip.ts';

const compress = promisify(gzip);

/** Made once, and sent without any further work. */
export interface KeptFile {
  type: string;
  plain: Buffer;
  gzipped: Buffer;
  /** Weak, since both forms share it. */
  etag: string;
}

export async function keepFile(type: string, text: string): Promise<KeptFile> {
  const plain = Buffer.from(text);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, plain, gzipped: await compress(plain), etag };
}

export function sendKeptFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, gzipped, etag }: KeptFile,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  reply.headers({
    'content-type': type,
    'cache-control': 'public, max-age=300',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    etag,
    ...headers,
  });
  if (isAmong(etag, request.headers['if-none-match'])) return reply.code(304).send();
  if (!acceptsGzip(request.headers)) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}

function isAmong(etag: string, asked: string | undefined): boolean {
  return asked?.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim())) === true;
}
