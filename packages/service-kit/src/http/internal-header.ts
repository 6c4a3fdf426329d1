import { createHash, timingSafeEqual } from 'node:crypto';

/** Header in which our processes show each other that they belong together. */
export const INTERNAL_HEADER = 'x-ledgergraph-internal';

/** Compares in constant time, whatever the lengths. */
export function isInternalSecret(given: unknown, secret: string): boolean {
  if (typeof given !== 'string') return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
