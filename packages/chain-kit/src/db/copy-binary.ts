import { CopyBuffer } from './copy-buffer.ts';
import { giveBack, PIECE_BYTES, ROOM, takePiece } from './copy-pieces.ts';

type WriteValue = (buffer: CopyBuffer, value: unknown) => void;

const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
/** Own memory for the first piece, since most tables get a few rows. */
const FIRST_BYTES = 8 * 1024;

/** Object ids, the same in every Postgres. */
const INT4 = 23;
const INT8 = 20;
const TEXT = 25;
/** Base of the digits of a binary `numeric`, and its sign. */
const GROUP = 10_000n;
const NEGATIVE = 0x4000;
const HEX_MARK = '\\x';
const HEX_BYTES = /^\\x(?:[0-9a-f]{2})*$/;
const INT2_MAX = 2 ** 15 - 1;
const INT4_MAX = 2 ** 31 - 1;
const UINT4_MAX = 2 ** 32 - 1;

/** The column must have exactly this type. */
const WRITERS: Readonly<Record<string, WriteValue>> = {
  smallint: writeInt2,
  integer: writeInt4,
  oid: writeUint4,
  bigint: writeInt8,
  numeric: writeNumeric,
  boolean: (buffer, value) => {
    buffer.int32(1);
    buffer.uint8(value === true ? 1 : 0);
  },
  text: writeText,
  bytea: (buffer, value) => {
    if (value instanceof Uint8Array) buffer.bytes(value);
    else buffer.hex(digitsOf(String(value)));
  },
  'integer[]': (buffer, value) => writeArray(buffer, INT4, writeInt4, value),
  'bigint[]': (buffer, value) => writeArray(buffer, INT8, writeInt8, value),
  'text[]': (buffer, value) => writeArray(buffer, TEXT, writeText, value),
};

/** Neither side converts bytes and numbers to text. */
export class BinaryRows {
  readonly #writers: WriteValue[];
  readonly #full: CopyBuffer[] = [];
  #buffer = new CopyBuffer(FIRST_BYTES * ROOM);
  #isFinished = false;

  constructor(types: readonly string[]) {
    this.#writers = types.map((type) => {
      const writer = WRITERS[type];
      if (writer === undefined) throw new Error(`rows of ${type} cannot be copied`);
      return writer;
    });
    this.#buffer.raw(HEADER);
  }

  /** @throws RangeError for a number outside of its type's range */
  add(row: readonly unknown[]): void {
    const buffer = this.#buffer;
    const writers = this.#writers;
    buffer.int16(writers.length);
    for (let index = 0; index < writers.length; index += 1) {
      const value = row[index];
      if (value === null || value === undefined) buffer.int32(NULL);
      else writers[index]?.(buffer, value);
    }
    if (buffer.length < (this.#full.length === 0 ? FIRST_BYTES : PIECE_BYTES)) return;
    this.#full.push(buffer);
    this.#buffer = takePiece();
  }

  /** No row can be added afterwards. @throws Error on a second call */
  finish(): Uint8Array[] {
    if (this.#isFinished) throw new Error('these rows were given away already');
    this.#isFinished = true;
    this.#buffer.int16(END);
    this.#full.push(this.#buffer);
    return this.#full.map((piece) => piece.written());
  }

  /** The caller must not read the memory any more. */
  release(): void {
    for (const piece of this.#full.splice(0)) giveBack(piece);
  }
}

/** @throws RangeError for other text: a partial read would silently give other bytes */
function digitsOf(text: string): string {
  if (HEX_BYTES.test(text)) return text.slice(HEX_MARK.length);
  throw new RangeError('text that stands for no bytes');
}

function writeInt2(buffer: CopyBuffer, value: unknown): void {
  buffer.int32(2);
  buffer.int16(inRange(Number(value), INT2_MAX));
}

function writeInt4(buffer: CopyBuffer, value: unknown): void {
  buffer.int32(4);
  buffer.int32(inRange(Number(value), INT4_MAX));
}

function writeUint4(buffer: CopyBuffer, value: unknown): void {
  buffer.int32(4);
  // The same four bytes as the negative number.
  buffer.int32(inRange(Number(value), UINT4_MAX, 0) | 0);
}

function writeInt8(buffer: CopyBuffer, value: unknown): void {
  const whole = typeof value === 'bigint' ? value : BigInt(value as number | string);
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${whole} does not fit into 64 bits`);
  buffer.int32(8);
  buffer.int64(whole);
}

/** In binary form Postgres would silently store another number. */
function inRange(value: number, max: number, min = -max - 1): number {
  if (Number.isInteger(value) && value <= max && value >= min) return value;
  throw new RangeError(`${value} is no whole number up to ${max}`);
}

function writeNumeric(buffer: CopyBuffer, value: unknown): void {
  const whole = BigInt(value as bigint | number | string);
  const groups = groupsOf(whole < 0n ? -whole : whole);
  buffer.int32(2 * (4 + groups.length));
  buffer.int16(groups.length);
  buffer.int16(groups.length - 1);
  buffer.int16(whole < 0n ? NEGATIVE : 0);
  buffer.int16(0);
  for (let index = groups.length - 1; index >= 0; index -= 1) buffer.int16(groups[index] ?? 0);
}

/** @returns the last group first */
function groupsOf(whole: bigint): number[] {
  const groups: number[] = [];
  let rest = whole;
  for (; rest > Number.MAX_SAFE_INTEGER; rest /= GROUP) groups.push(Number(rest % GROUP));
  for (let small = Number(rest); small > 0; small = Math.floor(small / Number(GROUP))) {
    groups.push(small % Number(GROUP));
  }
  return groups;
}

function writeText(buffer: CopyBuffer, value: unknown): void {
  buffer.text(String(value));
}

function writeArray(buffer: CopyBuffer, elementType: number, writeElement: WriteValue, value: unknown): void {
  const elements = value as readonly unknown[];
  const begun = buffer.beginValue();
  buffer.int32(elements.length === 0 ? 0 : 1);
  buffer.int32(0);
  buffer.int32(elementType);
  if (elements.length > 0) {
    buffer.int32(elements.length);
    buffer.int32(1);
    for (const element of elements) writeElement(buffer, element);
  }
  buffer.endValue(begun);
}
