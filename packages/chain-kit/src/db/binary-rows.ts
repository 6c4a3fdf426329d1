/** Signature, flags, and the length of an extension, as `copy-binary.ts` writes them. */
const HEADER_BYTES = 19;
const INT2_BYTES = 2;
const INT4_BYTES = 4;
const END = -1;

/** Columns count from 0. The statement must leave no NULL. */
export class BinaryRow {
  readonly #bytes: Buffer;
  readonly #starts: readonly number[];

  constructor(bytes: Buffer, starts: readonly number[]) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  int4(column: number): number {
    return this.#bytes.readInt32BE(this.#starts[column]);
  }

  uint4(column: number): number {
    return this.#bytes.readUInt32BE(this.#starts[column]);
  }

  text(column: number): string {
    return this.bytes(column).toString('utf8');
  }

  /** A view: a caller that keeps it keeps the whole response in memory. */
  bytes(column: number): Buffer {
    const start = this.#starts[column] ?? 0;
    return this.#bytes.subarray(start, start + this.#bytes.readInt32BE(start - INT4_BYTES));
  }
}

/** @throws Error for a NULL, and for a truncated response */
export function readBinaryRows(bytes: Buffer): BinaryRow[] {
  const rows: BinaryRow[] = [];
  let at = HEADER_BYTES;
  for (let columns = bytes.readInt16BE(at); columns !== END; columns = bytes.readInt16BE(at)) {
    at += INT2_BYTES;
    const starts: number[] = [];
    for (let column = 0; column < columns; column += 1) {
      const length = bytes.readInt32BE(at);
      if (length < 0) throw new Error('a copied row has a NULL');
      at += INT4_BYTES;
      starts.push(at);
      at += length;
    }
    rows.push(new BinaryRow(bytes, starts));
  }
  return rows;
}
