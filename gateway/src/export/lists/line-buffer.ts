const [MINUS, ZERO, POINT] = ['-', '0', '.'].map((sign) => sign.charCodeAt(0)) as [number, number, number];
/** Decimal digits of an amount in coins. */
const DECIMALS = 8;

/** Lines of ASCII, written byte by byte: of a hundred thousand lines, a text for each cell costs a third more than its bytes. */
export class LineBuffer {
  #bytes: Buffer;
  #end = 0;

  /** @param size bytes that are expected */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  /** All that was written. Nothing is to be written afterwards. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  /** Writes a piece of other bytes. */
  copy(source: Buffer, start = 0, end = source.length): void {
    this.#reserve(end - start);
    this.#end += source.copy(this.#bytes, this.#end, start, end);
  }

  text(text: string): void {
    this.#reserve(text.length);
    this.#end += this.#bytes.write(text, this.#end, 'latin1');
  }

  /** Writes an amount in coins. @param satoshis digits, with a sign if it is negative */
  coins(satoshis: string): void {
    this.#reserve(satoshis.length + DECIMALS + 2);
    const isNegative = satoshis.charCodeAt(0) === MINUS;
    if (isNegative) this.#put(MINUS);
    const first = isNegative ? 1 : 0;
    const point = satoshis.length - DECIMALS;
    if (point <= first) {
      this.#put(ZERO);
      this.#put(POINT);
      for (let missing = first - point; missing > 0; missing -= 1) this.#put(ZERO);
    }
    for (let at = first; at < satoshis.length; at += 1) {
      if (at === point && point > first) this.#put(POINT);
      this.#put(satoshis.charCodeAt(at));
    }
  }

  #put(byte: number): void {
    this.#bytes[this.#end] = byte;
    this.#end += 1;
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#end + count));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}
