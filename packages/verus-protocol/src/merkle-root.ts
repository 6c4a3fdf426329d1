import { createHash } from 'node:crypto';

/**
 * Hashes pairs by double SHA-256, an odd one with itself.
 * @param txids 32 bytes each, display order, in block order
 * @returns display order
 * @throws Error for a block without transactions
 */
export function merkleRoot(txids: readonly Uint8Array[]): Uint8Array {
  // Hashing works on the byte order of the wire, the reverse of the display order.
  let level = txids.map((txid) => Buffer.from(txid).reverse());
  while (level.length > 1) {
    const parents: Buffer<ArrayBuffer>[] = [];
    for (let left = 0; left < level.length; left += 2) {
      parents.push(doubleSha256(level[left], level[left + 1] ?? level[left]));
    }
    level = parents;
  }
  const root = level[0];
  if (root === undefined) throw new Error('a block without transactions has no merkle root');
  return root.reverse();
}

function doubleSha256(...parts: (Buffer | undefined)[]): Buffer<ArrayBuffer> {
  const first = createHash('sha256');
  for (const part of parts) if (part !== undefined) first.update(part);
  return createHash('sha256').update(first.digest()).digest();
}
