import { createHash } from 'node:crypto';

/** Names a key without keeping it, however its scheme is spelt. */
export function nameOfKey(authorization: string): string {
  return createHash('sha256')
    .update(authorization.trim().split(/\s+/).at(-1) ?? '')
    .digest('base64url');
}
