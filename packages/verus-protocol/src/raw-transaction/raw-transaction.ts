import { ByteReader } from './byte-reader.ts';
import { TransactionDecodeError } from './decode-error.ts';
import {
  BINDING_SIGNATURE_BYTES,
  JOIN_SPLIT_BYTES,
  JOIN_SPLIT_KEY_AND_SIGNATURE_BYTES,
  JOIN_SPLITS_SINCE,
  OVERWINTERED,
  SAPLING,
  SAPLING_OUTPUT_BYTES,
  SAPLING_SPEND_BYTES,
  VERSION_GROUPS,
} from './layout.ts';
import { displayHash, hashTransaction } from './transaction-hash.ts';

export { type DecodeFault, TransactionDecodeError } from './decode-error.ts';

/** A coinbase names 64 zeros and vout 4294967295. */
export interface RawInput {
  /** Display order. */
  txid: string;
  vout: number;
  script: Uint8Array;
  sequence: number;
}

export interface RawOutput {
  /** In satoshis. */
  value: bigint;
  script: Uint8Array;
}

export interface ShieldedParts {
  spends: number;
  outputs: number;
  joinSplits: number;
  /** Satoshis that Sapling's pool gives (positive) or takes (negative). */
  valueBalance: bigint;
  /** Bytes, with proofs and signatures. */
  size: number;
}

/** Scripts are views of the decoded bytes. */
export interface RawTransaction {
  /** Display order. */
  txid: string;
  version: number;
  /** Null before Overwinter. */
  versionGroupId: number | null;
  inputs: RawInput[];
  outputs: RawOutput[];
  lockTime: number;
  /** 0: no limit; null before Overwinter. */
  expiryHeight: number | null;
  shielded: ShieldedParts;
  size: number;
}

const INPUT_BYTES_MIN = 41;
const OUTPUT_BYTES_MIN = 9;

export interface DecodeOptions {
  /** As the daemon drops bytes behind the transaction. Absent: they are refused. */
  dropsSurplus?: boolean;
}

/** Upper or lower case. @throws TransactionDecodeError */
export function decodeTransactionHex(
  hex: string,
  options?: DecodeOptions,
): { transaction: RawTransaction; bytes: Uint8Array } {
  const bytes = bytesOfHex(hex);
  return { transaction: decodeTransaction(bytes, options), bytes };
}

/** docs/verus/sending.md#the-format. @throws TransactionDecodeError unless the bytes are exactly one transaction */
export function decodeTransaction(bytes: Uint8Array, { dropsSurplus = false }: DecodeOptions = {}): RawTransaction {
  const reader = new ByteReader(bytes);
  const header = reader.uint32();
  const isOverwintered = header >= OVERWINTERED;
  const version = isOverwintered ? header - OVERWINTERED : header;
  const versionGroupId = isOverwintered ? readVersionGroup(reader, version) : null;
  const inputs = reader.list(INPUT_BYTES_MIN, () => readInput(reader));
  const outputs = reader.list(OUTPUT_BYTES_MIN, () => readOutput(reader));
  const lockTime = reader.uint32();
  const expiryHeight = isOverwintered ? reader.uint32() : null;
  const shielded = readShieldedParts(reader, version, isOverwintered && version === SAPLING);
  if (reader.left > 0 && !dropsSurplus) {
    throw new TransactionDecodeError('SURPLUS', `${reader.left} bytes follow the end of the transaction`);
  }
  const size = bytes.length - reader.left;
  const txid = hashTransaction(bytes.subarray(0, size));
  return { txid, version, versionGroupId, inputs, outputs, lockTime, expiryHeight, shielded, size };
}

function bytesOfHex(hex: string): Uint8Array {
  if (!/^[0-9a-f]*$/i.test(hex)) {
    throw new TransactionDecodeError('NOT_HEX', 'a transaction is written in hexadecimal digits alone');
  }
  if (hex.length % 2 === 1) {
    throw new TransactionDecodeError('NOT_HEX', 'the number of hexadecimal digits is odd: the transaction is cut off');
  }
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

function readVersionGroup(reader: ByteReader, version: number): number {
  const group = reader.uint32();
  if (VERSION_GROUPS.get(version) === group) return group;
  throw new TransactionDecodeError(
    'UNKNOWN_FORMAT',
    `version ${version} with version group ${group.toString(16).padStart(8, '0')} is no known format`,
  );
}

function readInput(reader: ByteReader): RawInput {
  return {
    txid: displayHash(reader.take(32)),
    vout: reader.uint32(),
    script: reader.sizedBytes(),
    sequence: reader.uint32(),
  };
}

function readOutput(reader: ByteReader): RawOutput {
  return { value: reader.int64(), script: reader.sizedBytes() };
}

function readShieldedParts(reader: ByteReader, version: number, isSapling: boolean): ShieldedParts {
  const before = reader.left;
  const parts = { spends: 0, outputs: 0, joinSplits: 0, valueBalance: 0n };
  if (isSapling) {
    parts.valueBalance = reader.int64();
    parts.spends = reader.list(SAPLING_SPEND_BYTES, () => reader.take(SAPLING_SPEND_BYTES)).length;
    parts.outputs = reader.list(SAPLING_OUTPUT_BYTES, () => reader.take(SAPLING_OUTPUT_BYTES)).length;
  }
  if (version >= JOIN_SPLITS_SINCE) {
    const size = isSapling ? JOIN_SPLIT_BYTES.groth16 : JOIN_SPLIT_BYTES.phgr13;
    parts.joinSplits = reader.list(size, () => reader.take(size)).length;
    if (parts.joinSplits > 0) reader.take(JOIN_SPLIT_KEY_AND_SIGNATURE_BYTES);
  }
  if (parts.spends + parts.outputs > 0) reader.take(BINDING_SIGNATURE_BYTES);
  return { ...parts, size: before - reader.left };
}
