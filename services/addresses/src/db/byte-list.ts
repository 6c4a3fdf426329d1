const FIRST_BYTES = 256 * 1024;

/** Many short runs of bytes in one buffer: separate arrays would be many objects that live until the batch is written. */
export class ByteList {
  readonly #ends: number[] = [];
  #bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);

  add(bytes: Uint8Array): void {
    const start = this.#ends.at(-1) ?? 0;
    const end = start + bytes.length;
    if (end > this.#bytes.length) this.#grow(end);
    this.#bytes.set(bytes, start);
    this.#ends.push(end);
  }

  /** @throws RangeError where none was added */
  at(index: number): Uint8Array {
    const end = this.#ends[index];
    if (end === undefined) throw new RangeError(`there are ${this.#ends.length} runs of bytes, and none at ${index}`);
    return this.#bytes.subarray(this.#ends[index - 1] ?? 0, end);
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
