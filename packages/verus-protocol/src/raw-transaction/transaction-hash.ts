import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Two SHA-256 in a row, in display order. */
export function hashTransaction(bytes: Uint8Array): string {
  return displayHash(sha256(sha256(bytes)));
}

export function displayHash(hash: Uint8Array): string {
  return bytesToHex(Uint8Array.from(hash).reverse());
}
