import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeAddress, SYSTEM_ADDRESSES } from './address.ts';
import {
  type ConditionParams,
  type Destination,
  HASH_BYTES,
  parseParams,
  readConditionParams,
  VERSION_3,
} from './condition-params.ts';

export interface IdentityGroup {
  needed: number;
  /** An i-address that the condition names twice counts twice, as for the daemon. */
  identities: readonly string[];
}

/** Keys are left out: whoever holds one can always sign. */
export interface IdentityCondition {
  needed: number;
  groups: readonly IdentityGroup[];
}

/** Met by keys alone, by no signature, or by more than keys. */
type Part<Rest extends object> = 'KEYS' | 'NO_ONE' | Rest;

/**
 * The identities that an output needs (interpreter.cpp:CheckCryptoCondition, serverchecker.cpp:ExtractIDMap;
 * docs/verus/outputs.md#who-can-spend). Keys of the protocol are public and count as no signer.
 * @param script of an output that the daemon calls spendable
 * @returns KEYS where none is needed; NO_ONE where no signature suffices
 */
export function readSpendCondition(script: Uint8Array): Part<IdentityCondition> {
  const params = readConditionParams(script);
  if (params === undefined || params.version < VERSION_3) return 'KEYS';
  const master = parseParams(params.data.at(-1) ?? new Uint8Array());
  const conditions = listConditions(params);
  if (master === undefined || conditions === undefined) return 'NO_ONE';
  const needed = conditions.length === 1 ? 1 : master.needed;
  const rest = reduce(conditions.map(readGroup), needed);
  return typeof rest === 'string' ? rest : { needed: rest.needed, groups: rest.parts };
}

/** The first of its data is an object; the last combines all. */
function listConditions(params: ConditionParams): ConditionParams[] | undefined {
  const { evalCode, data } = params;
  const more = data.slice(1, evalCode === 0 ? data.length : data.length - 1).map(parseParams);
  return more.includes(undefined) ? undefined : [params, ...(more as ConditionParams[])];
}

function readGroup({ destinations, needed }: ConditionParams): Part<IdentityGroup> {
  const rest = reduce(destinations.map(readSigner), needed);
  return typeof rest === 'string'
    ? rest
    : { needed: rest.needed, identities: rest.parts.map(({ identity }) => identity) };
}

function readSigner({ type, bytes }: Destination): Part<{ identity: string }> {
  if (type === 'IDENTITY') return { identity: encodeAddress('IDENTITY', bytes) };
  return type !== 'KEY' || isProtocolKey(bytes) ? 'NO_ONE' : 'KEYS';
}

function reduce<Rest extends object>(
  parts: readonly Part<Rest>[],
  needed: number,
): Part<{ needed: number; parts: Rest[] }> {
  const left = needed - parts.filter((part) => part === 'KEYS').length;
  if (left <= 0) return 'KEYS';
  const rest = parts.filter((part) => part !== 'KEYS' && part !== 'NO_ONE');
  return left > rest.length ? 'NO_ONE' : { needed: left, parts: rest };
}

function isProtocolKey(bytes: Uint8Array): boolean {
  const hash = bytes.length === HASH_BYTES ? bytes : ripemd160(sha256(bytes));
  return SYSTEM_ADDRESSES.has(encodeAddress('PUBLIC_KEY_HASH', hash));
}
