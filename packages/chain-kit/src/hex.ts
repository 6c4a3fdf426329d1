/** In lower case. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** From lower- or upper-case hex text. */
export function bytes(hexText: string): Uint8Array {
  return Buffer.from(hexText, 'hex');
}
