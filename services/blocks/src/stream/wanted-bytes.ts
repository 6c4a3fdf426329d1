import type { EncodedBlock } from '#/db/encoded-blocks.ts';

/**
 * What a consumer is sent of a block.
 * @param kinds without an output of one of these its transactions are left out; empty: they never are
 */
export function wantedBytes({ encoded, headerBytes }: EncodedBlock, kinds: readonly string[]): Uint8Array {
  return kinds.length === 0 || mentionsAny(encoded, kinds) ? encoded : encoded.subarray(0, headerBytes);
}

/** The kind of an output stands in the bytes as it is: a search finds each, and may find the word elsewhere, which costs time alone. */
function mentionsAny(encoded: Uint8Array, words: readonly string[]): boolean {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  return words.some((word) => bytes.includes(word, 0, 'latin1'));
}
