import { createHash } from 'node:crypto';

/** Double SHA-256, printed in the reverse of its byte order, as all hashes are. */
export function printedHash(bytes: Uint8Array): string {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest().reverse().toString('hex');
}
