import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);
const HASH_BYTES = 20;

export type AddressKind = 'PUBLIC_KEY_HASH' | 'SCRIPT_HASH' | 'IDENTITY' | 'QUANTUM' | 'INDEX';

/** Base58check version bytes, the same on every Verus chain (chainparams.cpp CMainParams; docs/verus/addresses.md#kinds). */
const VERSIONS: Record<AddressKind, number> = {
  PUBLIC_KEY_HASH: 60,
  SCRIPT_HASH: 85,
  IDENTITY: 102,
  QUANTUM: 58,
  INDEX: 137,
};
const KINDS = new Map(Object.entries(VERSIONS).map(([kind, version]) => [version, kind as AddressKind]));

export interface ParsedAddress {
  kind: AddressKind;
  /** 20 bytes: hash of the key or script, or the identity's id. */
  hash: Uint8Array;
}

/** Undefined also for a wrong checksum. */
export function parseAddress(text: string): ParsedAddress | undefined {
  let payload: Uint8Array;
  try {
    payload = base58check.decode(text);
  } catch {
    return undefined;
  }
  const kind = KINDS.get(payload[0] ?? -1);
  if (kind === undefined || payload.length !== HASH_BYTES + 1) return undefined;
  return { kind, hash: payload.subarray(1) };
}

/** @throws RangeError when hash is not 20 bytes */
export function encodeAddress(kind: AddressKind, hash: Uint8Array): string {
  if (hash.length !== HASH_BYTES) throw new RangeError(`an address holds ${HASH_BYTES} bytes`);
  return base58check.encode(Uint8Array.of(VERSIONS[kind], ...hash));
}

/** @param bytes the key, or its hash */
export function addressOfKey(bytes: Uint8Array): string {
  return encodeAddress('PUBLIC_KEY_HASH', bytes.length === HASH_BYTES ? bytes : ripemd160(sha256(bytes)));
}

/** An identity, a currency or a chain. */
export function isIdentityAddress(text: string): boolean {
  return parseAddress(text)?.kind === 'IDENTITY';
}

/**
 * Fixed addresses that outputs of protocol kinds name beside, or instead of, their owners (docs/verus/outputs.md#system-addresses). They
 * have huge histories and own nothing.
 */
export const SYSTEM_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['RP7id3CzCnwvzNUZesYJM6ekvsxpEzMqB1', 'currencydefinition'],
  ['RQWMeecjGFF3ZAVeSimRbyG9iMDUHPY5Ny', 'notaryevidence'],
  ['RMYbaxFsCT1xfMmwLCCYAVf2DsxcDTtBmx', 'earnednotarization'],
  ['RDTq9qn1Lthv7fvsdbWz36mGp8HK9XaruZ', 'acceptednotarization'],
  ['RRbKYitLH9EhQCvCo4bPZqJx3TWxASadxE', 'finalizenotarization'],
  ['RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU', 'reservetransfer'],
  ['RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df', 'reservedeposit'],
  ['RGkrs7SndcpsV61oKK2jYdMiU8PgkLU2qP', 'crosschainexport'],
  ['RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm', 'crosschainimport'],
  ['REL7oLNeaeoQB1XauiHfcvjKMZC52Uj5xF', 'finalizeexport'],
  ['RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG', 'feepool'],
  ['RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR', 'stakeguard'],
]);
