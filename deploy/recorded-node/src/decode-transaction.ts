import { createHash } from 'node:crypto';

const SAPLING_GROUP = 0x892f2085;
const OVERWINTER_GROUP = 0x03c48270;
const OVERWINTERED = 0x80000000;
const SHIELDED_SPEND_SIZE = 384;
const SHIELDED_OUTPUT_SIZE = 948;
const JOINSPLIT_SIZES = { phgr13: 1802, groth16: 1698 };
const JOINSPLIT_KEY_AND_SIGNATURE_SIZE = 96;
const BINDING_SIGNATURE_SIZE = 64;

export interface DecodedInput {
  txid: string;
  index: number;
  scriptLength: number;
  sequence: number;
}

export interface DecodedOutput {
  /** Satoshis. */
  value: bigint;
  script: Buffer;
}

/** A transaction as its raw bytes say it. */
export interface DecodedTransaction {
  txid: string;
  version: number;
  inputs: DecodedInput[];
  outputs: DecodedOutput[];
  lockTime: number;
  /** 0: never. */
  expiryHeight: number;
  /** Satoshis that the shielded part adds to the transparent inputs. */
  valueBalance: bigint;
  /** Bytes, without a surplus behind the transaction. */
  size: number;
}

/**
 * Reads raw transaction bytes of any version; bytes behind the transaction are left out, as the daemon does.
 * @returns undefined for what the daemon cannot decode: no hex, cut off, a version group that it does not know
 */
export function decodeTransaction(hex: string): DecodedTransaction | undefined {
  if (hex.length === 0 || hex.length % 2 === 1 || !/^[0-9a-f]+$/i.test(hex)) return undefined;
  try {
    return read(Buffer.from(hex, 'hex'));
  } catch (error) {
    // A read past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The id of raw transaction bytes. */
export function txidOf(raw: Buffer): string {
  return sha256(sha256(raw)).reverse().toString('hex');
}

function read(bytes: Buffer): DecodedTransaction | undefined {
  const reader = new Reader(bytes);
  const header = reader.uint32();
  const overwintered = header >= OVERWINTERED;
  const version = overwintered ? header - OVERWINTERED : header;
  const group = overwintered ? reader.uint32() : undefined;
  const sapling = group === SAPLING_GROUP && version === 4;
  if (overwintered && !sapling && !(group === OVERWINTER_GROUP && version === 3)) return undefined;
  const inputs = reader.vector(() => readInput(reader));
  const outputs = reader.vector(() => ({ value: reader.int64(), script: reader.script() }));
  const lockTime = reader.uint32();
  const expiryHeight = overwintered ? reader.uint32() : 0;
  const valueBalance = sapling ? reader.int64() : 0n;
  const shielded = sapling ? skipShielded(reader) : 0;
  if (version >= 2 && reader.skipEach(sapling ? JOINSPLIT_SIZES.groth16 : JOINSPLIT_SIZES.phgr13) > 0) {
    reader.skip(JOINSPLIT_KEY_AND_SIGNATURE_SIZE);
  }
  if (shielded > 0) reader.skip(BINDING_SIGNATURE_SIZE);
  const size = reader.position;
  const txid = txidOf(bytes.subarray(0, size));
  return { txid, version, inputs, outputs, lockTime, expiryHeight, valueBalance, size };
}

function readInput(reader: Reader): DecodedInput {
  return {
    txid: reader.hash(),
    index: reader.uint32(),
    scriptLength: reader.script().length,
    sequence: reader.uint32(),
  };
}

function skipShielded(reader: Reader): number {
  return reader.skipEach(SHIELDED_SPEND_SIZE) + reader.skipEach(SHIELDED_OUTPUT_SIZE);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Reads little-endian fields one after the other; throws RangeError past the end. */
class Reader {
  readonly #bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint32(): number {
    return this.#take(4).readUInt32LE();
  }

  int64(): bigint {
    return this.#take(8).readBigInt64LE();
  }

  hash(): string {
    return Buffer.from(this.#take(32)).reverse().toString('hex');
  }

  script(): Buffer {
    return this.#take(this.#compactSize());
  }

  vector<T>(element: () => T): T[] {
    const count = this.#compactSize();
    const elements: T[] = [];
    for (let index = 0; index < count; index += 1) elements.push(element());
    return elements;
  }

  skip(size: number): void {
    this.#take(size);
  }

  /** Skips a vector of elements of one size, and returns their number. */
  skipEach(size: number): number {
    return this.vector(() => this.skip(size)).length;
  }

  #compactSize(): number {
    const first = this.#take(1).readUInt8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.#take(2).readUInt16LE();
    if (first === 0xfe) return this.uint32();
    throw new RangeError('more than a transaction can hold');
  }

  #take(size: number): Buffer {
    const end = this.position + size;
    if (end > this.#bytes.length) throw new RangeError('the bytes end within the transaction');
    const taken = this.#bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }
}
