import { addressOfKey, encodeAddress } from './address.ts';
import { type ConditionParams, type Destination, HASH_BYTES, readConditionParams } from './condition-params.ts';
import { ByteReader } from './raw-transaction/byte-reader.ts';
import { TransactionDecodeError } from './raw-transaction/decode-error.ts';

/** Eval codes of conditions that pay someone (cc/eval.h). */
const EVAL = { NONE: 0x00, RESERVE_OUTPUT: 0x09, IDENTITY_PRIMARY: 0x0e } as const;

/** CTokenOutput::VERSION_MULTIVALUE (pbaas/reserves.h): a map follows. */
const MULTIVALUE = 0x80000000n;
const ENTRY_BYTES = HASH_BYTES + 8;
const KEY_BYTES = 33;
/** Longer numbers overflow 64 bits (serialize.h:ReadVarInt). */
const VARINT_BYTES_MAX = 10;

export interface ScriptPayment {
  /** R-, b- or i-address; of an identity's state, its controlling address. Null where there are several, or no such form. */
  address: string | null;
  /** Satoshis by i-address. */
  tokens: ReadonlyMap<string, bigint>;
  /** The script gives it a state; null for other scripts. */
  identityAddress: string | null;
}

const NO_TOKENS: ReadonlyMap<string, bigint> = new Map();

/**
 * Reads scripts outside of blocks, which no node has printed: payments, tokens (CTokenOutput) and states of identities (CIdentity).
 * @returns undefined for a script of any other kind, and for one that is cut off
 */
export function readScriptPayment(script: Uint8Array): ScriptPayment | undefined {
  const plain = readPlain(script);
  if (plain !== undefined) return { address: plain, tokens: NO_TOKENS, identityAddress: null };
  const params = readConditionParams(script);
  if (params === undefined) return undefined;
  try {
    return readCondition(params);
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined;
    throw error;
  }
}

function readCondition(params: ConditionParams): ScriptPayment | undefined {
  const [data] = params.data;
  switch (params.evalCode) {
    case EVAL.NONE:
      return { address: onlyAddress(params.destinations), tokens: NO_TOKENS, identityAddress: null };
    case EVAL.RESERVE_OUTPUT:
      if (data === undefined) return undefined;
      return { address: onlyAddress(params.destinations), tokens: readTokens(data), identityAddress: null };
    case EVAL.IDENTITY_PRIMARY: {
      const [own] = params.destinations;
      if (own?.type !== 'IDENTITY' || data === undefined) return undefined;
      return {
        address: readController(data),
        tokens: NO_TOKENS,
        identityAddress: encodeAddress('IDENTITY', own.bytes),
      };
    }
    default:
      return undefined;
  }
}

function readPlain(script: Uint8Array): string | undefined {
  const text = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  if (script.length === 25 && text.readUIntBE(0, 3) === 0x76a914 && text.readUInt16BE(23) === 0x88ac) {
    return encodeAddress('PUBLIC_KEY_HASH', script.subarray(3, 23));
  }
  if (script.length === 23 && text.readUInt16BE(0) === 0xa914 && script[22] === 0x87) {
    return encodeAddress('SCRIPT_HASH', script.subarray(2, 22));
  }
  if (script.length === KEY_BYTES + 2 && script[0] === KEY_BYTES && script[34] === 0xac) {
    return addressOfKey(script.subarray(1, 34));
  }
  return undefined;
}

function onlyAddress(destinations: readonly Destination[]): string | null {
  const [only, ...others] = destinations;
  if (only === undefined || others.length > 0) return null;
  if (only.type === 'IDENTITY') return encodeAddress('IDENTITY', only.bytes);
  return only.type === 'KEY' ? addressOfKey(only.bytes) : null;
}

/** CTokenOutput::SerializationOp (pbaas/reserves.h). */
function readTokens(bytes: Uint8Array): ReadonlyMap<string, bigint> {
  const reader = new ByteReader(bytes);
  const version = readVarint(reader);
  const entries =
    (version & MULTIVALUE) === 0n
      ? [[readId(reader), readVarint(reader)] as const]
      : reader.list(ENTRY_BYTES, () => [readId(reader), reader.int64()] as const);
  return new Map(entries.filter(([, satoshis]) => satoshis !== 0n));
}

function readId(reader: ByteReader): string {
  return encodeAddress('IDENTITY', reader.take(HASH_BYTES));
}

/** serialize.h:ReadVarInt: seven bits a byte, highest first; each byte but the last has its high bit set and counts one more. */
function readVarint(reader: ByteReader): bigint {
  let value = 0n;
  for (let index = 0; index < VARINT_BYTES_MAX; index += 1) {
    const byte = reader.take(1)[0] ?? 0;
    value = (value << 7n) | BigInt(byte & 0x7f);
    if ((byte & 0x80) === 0) return value;
    value += 1n;
  }
  throw new TransactionDecodeError('MALFORMED', 'a number is longer than 64 bits');
}

/** CIdentity (pbaas/identity.h): CPrincipal begins with version, flags and primary addresses. */
function readController(bytes: Uint8Array): string | null {
  const reader = new ByteReader(bytes);
  reader.take(8);
  const [only, ...others] = reader.list(1, () => reader.sizedBytes());
  if (only === undefined || others.length > 0) return null;
  return only.length === HASH_BYTES || only.length === KEY_BYTES ? addressOfKey(only) : null;
}
