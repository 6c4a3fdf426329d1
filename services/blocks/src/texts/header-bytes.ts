/** Before the solution: version, three hashes, time, bits and nonce. */
const PREVIOUS_HASH_AT = 4;
const MERKLE_ROOT_AT = 36;
const SOLUTION_AT = 140;
const HASH_BYTES = 32;

export interface BlockHeader {
  /** Display order. */
  previousHash: string;
  merkleRoot: string;
  /** Bytes, with the solution. */
  size: number;
}

/** @throws RangeError for bytes that end before it does */
export function readHeader(bytes: Uint8Array): BlockHeader {
  const solution = readCompactSize(bytes, SOLUTION_AT);
  const hashAt = (at: number): string =>
    Buffer.from(bytes.subarray(at, at + HASH_BYTES))
      .reverse()
      .toString('hex');
  return {
    previousHash: hashAt(PREVIOUS_HASH_AT),
    merkleRoot: hashAt(MERKLE_ROOT_AT),
    size: solution.end + solution.value,
  };
}

/** @throws RangeError */
export function readCompactSize(bytes: Uint8Array, at: number): { value: number; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint8(at);
  if (first < 0xfd) return { value: first, end: at + 1 };
  if (first === 0xfd) return { value: view.getUint16(at + 1, true), end: at + 3 };
  return { value: view.getUint32(at + 1, true), end: at + 5 };
}
