import { CopyBuffer } from './copy-buffer.ts';

/** Writes a value that is not null, behind its length. */
type WriteValue = (buffer: CopyBuffer, value: unknown) => void;

/** Before the first row: signature, no flags, no extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
/** Bytes that are sent together. */
const CHUNK_BYTES = 256 * 1024;
/** Of a value with its length, as a rule; what takes more makes the buffer grow. */
const VALUE_BYTES = 16;

/** Object ids of the elements of arrays; the same in every Postgres. */
const INT4 = 23;
const INT8 = 20;
const INT2_MAX = 2 ** 15 - 1;
const INT4_MAX = 2 ** 31 - 1;

/** By SQL type as `insertRows` is told it; the column must have this very type. */
const WRITERS: Readonly<Record<string, WriteValue>> = {
  smallint: writeInt2,
  integer: writeInt4,
  bigint: writeInt8,
  boolean: (buffer, value) => {
    buffer.int32(1);
    buffer.uint8(value === true ? 1 : 0);
  },
  text: (buffer, value) => buffer.text(String(value)),
  bytea: (buffer, value) => buffer.bytes(value instanceof Uint8Array ? value : bytesOf(String(value))),
  'integer[]': (buffer, value) => writeArray(buffer, INT4, writeInt4, value),
  'bigint[]': (buffer, value) => writeArray(buffer, INT8, writeInt8, value),
};

/** Whether rows of these types can be copied in binary. */
export function isBinary(types: readonly string[]): boolean {
  return types.every((type) => Object.hasOwn(WRITERS, type));
}

/**
 * Rows in COPY's binary format, in pieces of some hundred kilobytes: neither side writes bytes and numbers as text, or reads them.
 * @param types for which `isBinary`
 * @param rows values as `insertRows` takes them
 * @throws RangeError for a number that its type does not hold
 */
export function* copyBinary(types: readonly string[], rows: readonly (readonly unknown[])[]): Generator<Uint8Array> {
  const writers = types.map((type) => WRITERS[type] as WriteValue);
  let buffer = new CopyBuffer(Math.min(CHUNK_BYTES, HEADER.length + rows.length * types.length * VALUE_BYTES));
  buffer.raw(HEADER);
  for (const row of rows) {
    buffer.int16(writers.length);
    for (let index = 0; index < writers.length; index += 1) {
      const value = row[index];
      if (value === null || value === undefined) buffer.int32(NULL);
      else writers[index]?.(buffer, value);
    }
    if (buffer.length > CHUNK_BYTES / 2) {
      yield buffer.written();
      buffer = new CopyBuffer(CHUNK_BYTES);
    }
  }
  buffer.int16(END);
  yield buffer.written();
}

function writeInt2(buffer: CopyBuffer, value: unknown): void {
  buffer.int32(2);
  buffer.int16(inRange(Number(value), INT2_MAX));
}

function writeInt4(buffer: CopyBuffer, value: unknown): void {
  buffer.int32(4);
  buffer.int32(inRange(Number(value), INT4_MAX));
}

function writeInt8(buffer: CopyBuffer, value: unknown): void {
  const whole = typeof value === 'bigint' ? value : BigInt(value as number | string);
  if (BigInt.asIntN(64, whole) !== whole) throw new RangeError(`${whole} does not fit into 64 bits`);
  buffer.int32(8);
  buffer.int64(whole);
}

/** Postgres would refuse it, too; in bytes it would silently be another number. */
function inRange(value: number, max: number): number {
  if (Number.isInteger(value) && value <= max && value >= -max - 1) return value;
  throw new RangeError(`${value} is no whole number up to ${max}`);
}

/** An array of whole numbers from Postgres' own text form, without NULL in it: `{}`, `{1,"-2"}`. */
function writeArray(buffer: CopyBuffer, elementType: number, writeElement: WriteValue, value: unknown): void {
  const literal = String(value);
  const begun = buffer.beginValue();
  if (literal === '{}') writeDimensions(buffer, 0, elementType);
  else {
    const elements = literal.slice(1, -1).replaceAll('"', '').split(',');
    writeDimensions(buffer, 1, elementType);
    buffer.int32(elements.length);
    // Counted from 1.
    buffer.int32(1);
    for (const element of elements) writeElement(buffer, element);
  }
  buffer.endValue(begun);
}

function writeDimensions(buffer: CopyBuffer, dimensions: number, elementType: number): void {
  buffer.int32(dimensions);
  // No element is NULL.
  buffer.int32(0);
  buffer.int32(elementType);
}

/** Of Postgres' own text form of bytes. */
function bytesOf(text: string): Uint8Array {
  return Buffer.from(text.replace(/^\\x/, ''), 'hex');
}
