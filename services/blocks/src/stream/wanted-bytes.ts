import type { EncodedBlock } from '#/db/encoded-blocks.ts';

/**
 * Returns the bytes of a block that a consumer gets.
 * @param kinds a block without an output of one of these kinds comes without transactions; empty: it always has them
 */
export function wantedBytes({ encoded, headerBytes }: EncodedBlock, kinds: readonly string[]): Uint8Array {
  return kinds.length === 0 || mentionsAny(encoded, kinds) ? encoded : encoded.subarray(0, headerBytes);
}

/** The bytes hold the kind of an output as text: a search finds each kind. A match elsewhere in the bytes costs only time. */
function mentionsAny(encoded: Uint8Array, words: readonly string[]): boolean {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  return words.some((word) => bytes.includes(word, 0, 'latin1'));
}
