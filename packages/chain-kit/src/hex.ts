export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

export function bytes(hexText: string): Uint8Array {
  return Buffer.from(hexText, 'hex');
}
