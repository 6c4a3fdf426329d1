import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA256 of the full key, 32 bytes: what is stored and what travels instead of the key.
 * A fast hash is enough, since the key has 178 random bits; the pepper keeps a stolen database from confirming a key.
 */
export function hashApiKey(key: string, pepper: string): Uint8Array<ArrayBuffer> {
  return createHmac('sha256', pepper).update(key).digest();
}
