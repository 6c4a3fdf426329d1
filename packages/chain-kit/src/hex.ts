/** Lower-case hex of bytes: how hashes leave protobuf for rows and answers. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Bytes of lower- or upper-case hex text. */
export function bytes(hexText: string): Uint8Array {
  return Buffer.from(hexText, 'hex');
}
