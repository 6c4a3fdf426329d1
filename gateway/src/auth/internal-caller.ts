import type { IncomingHttpHeaders } from 'node:http';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { Authenticator } from './authenticate.ts';
import type { ParsedKey } from './parsed-keys.ts';

/** HMAC of the API key with whose rights one of our own services calls, base64url. */
export const KEY_HASH_HEADER = 'x-ledgergraph-key-hash';

/**
 * The key that one of our own services names in place of showing it: the service proves itself by the internal secret. Undefined for
 * everybody else.
 */
export function readInternalCaller(headers: IncomingHttpHeaders, { isOurs }: Authenticator): ParsedKey | undefined {
  const keyHash = headers[KEY_HASH_HEADER];
  if (typeof keyHash !== 'string' || !isOurs(headers[INTERNAL_HEADER])) return undefined;
  return { keyHash: Buffer.from(keyHash, 'base64url'), claimed: null };
}
