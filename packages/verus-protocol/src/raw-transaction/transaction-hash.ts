import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Computes the txid of a serialised transaction: two SHA-256 in a row, in display order. */
export function hashTransaction(bytes: Uint8Array): string {
  return displayHash(sha256(sha256(bytes)));
}

/** The daemon prints hashes in the reverse of their byte order. */
export function displayHash(hash: Uint8Array): string {
  return bytesToHex(Uint8Array.from(hash).reverse());
}
