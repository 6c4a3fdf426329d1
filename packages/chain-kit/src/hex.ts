/** Converts bytes to lower-case hex, the form of hashes in rows and responses. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Converts lower- or upper-case hex text to bytes. */
export function bytes(hexText: string): Uint8Array {
  return Buffer.from(hexText, 'hex');
}
