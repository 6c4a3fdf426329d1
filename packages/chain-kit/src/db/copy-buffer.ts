/** Per character of UTF-16. */
const UTF8_BYTES_MAX = 3;

/** Numbers are big-endian, as in Postgres. The caller checks their range. */
export class CopyBuffer {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#view = viewOf(this.#bytes);
  }

  get length(): number {
    return this.#at;
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  clear(): void {
    this.#at = 0;
  }

  uint8(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#at, value);
    this.#at += 2;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  int64(value: bigint): void {
    this.#reserve(8);
    this.#view.setBigInt64(this.#at, value);
    this.#at += 8;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  bytes(value: Uint8Array): void {
    this.int32(value.length);
    this.raw(value);
  }

  hex(digits: string): void {
    this.#reserve(4 + digits.length / 2);
    const length = this.#bytes.write(digits, this.#at + 4, 'hex');
    this.int32(length);
    this.#at += length;
  }

  text(value: string): void {
    this.#reserve(4 + value.length * UTF8_BYTES_MAX);
    const length = this.#bytes.write(value, this.#at + 4, 'utf8');
    this.int32(length);
    this.#at += length;
  }

  /** For a value of unknown length. @returns the argument for `endValue` */
  beginValue(): number {
    this.int32(0);
    return this.#at;
  }

  endValue(begun: number): void {
    this.#view.setInt32(begun - 4, this.#at - begun);
  }

  #reserve(size: number): void {
    const needed = this.#at + size;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
