const SEVEN_BITS = 0x7f;
const MORE = 0x80;
/** Number of one more byte of seven bits each. */
const SHIFT = 128;
const VARINT_BYTES_MAX = 10;
const VARINT = 0;
const BIT_64 = 1;
const DELIMITED = 2;
const BIT_32 = 5;

/** Goes through the fields of one protobuf message, in the order in which they stand. */
export class FieldReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;
  #wireType = VARINT;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = 0;
    this.#end = bytes.byteLength;
  }

  /** Number of the next field; 0 at the end. What is not read is to be skipped. @throws RangeError on bytes that are no message */
  next(): number {
    if (this.#at === this.#end) return 0;
    const tag = this.number();
    this.#wireType = tag & 7;
    const field = tag >>> 3;
    if (field === 0) throw new RangeError('a field without a number');
    return field;
  }

  /** A whole number that is not negative, below 2^53. */
  number(): number {
    let byte = this.#byte();
    if (byte < MORE) return byte;
    let value = byte & SEVEN_BITS;
    for (let factor = SHIFT; ; factor *= SHIFT) {
      byte = this.#byte();
      value += (byte & SEVEN_BITS) * factor;
      if (byte < MORE) break;
    }
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('a number beyond 2^53');
    return value;
  }

  /** A whole number of 32 bits. */
  int32(): number {
    return Number(BigInt.asIntN(32, this.int64()));
  }

  int64(): bigint {
    const start = this.#at;
    while (this.#byte() >= MORE)
      if (this.#at - start >= VARINT_BYTES_MAX) throw new RangeError('a number without an end');
    const end = this.#at;
    this.#at = start;
    // Seven bytes of seven bits are below 2^53.
    if (end - start <= 7) return BigInt(this.number());
    let value = 0n;
    for (let shift = 0n; this.#at < end; shift += 7n) value |= BigInt(this.#byte() & SEVEN_BITS) << shift;
    return BigInt.asIntN(64, value);
  }

  bytes(): Uint8Array {
    const start = this.#begin();
    return new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset + start, this.#at - start);
  }

  text(): string {
    const start = this.#begin();
    return this.#bytes.toString('utf8', start, this.#at);
  }

  /** Fields of a message within this one. */
  message(): FieldReader {
    return new FieldReader(this.bytes());
  }

  /** Past the field that `next` named. @throws RangeError on groups, which nobody writes */
  skip(): void {
    if (this.#wireType === VARINT) this.int64();
    else if (this.#wireType === DELIMITED) this.#begin();
    else if (this.#wireType === BIT_32) this.#pass(4);
    else if (this.#wireType === BIT_64) this.#pass(8);
    else throw new RangeError(`a field of wire type ${this.#wireType}`);
  }

  /** Past something with its length before it. @returns where it begins */
  #begin(): number {
    const length = this.number();
    const start = this.#at;
    this.#pass(length);
    return start;
  }

  #pass(length: number): void {
    if (this.#at + length > this.#end) throw new RangeError('a message that is cut off');
    this.#at += length;
  }

  #byte(): number {
    if (this.#at >= this.#end) throw new RangeError('a message that is cut off');
    const byte = this.#bytes[this.#at] as number;
    this.#at += 1;
    return byte;
  }
}
