import { createHash } from 'node:crypto';

/** The key is not kept, and the spelling of its scheme does not matter. */
export function nameOfKey(authorization: string): string {
  return createHash('sha256')
    .update(authorization.trim().split(/\s+/).at(-1) ?? '')
    .digest('base64url');
}
