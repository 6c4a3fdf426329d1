import { createHash } from 'node:crypto';
import { type AddressKind, encodeAddress } from '@ledgergraph/verus-protocol/address';

export function inventAddress(kind: AddressKind, words: string): string {
  return encodeAddress(kind, createHash('sha256').update(words).digest().subarray(0, 20));
}

export function inventAddresses(kind: AddressKind, words: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => inventAddress(kind, `${words} ${index}`));
}
