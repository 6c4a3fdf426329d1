import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA256, 32 bytes: stored, and sent, instead of the key. A fast hash is enough for 178 random bits; the pepper keeps a stolen
 * database from confirming a key.
 */
export function hashApiKey(key: string, pepper: string): Uint8Array<ArrayBuffer> {
  return createHmac('sha256', pepper).update(key).digest();
}
