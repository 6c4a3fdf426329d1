/** The beginning of a binary COPY: signature, flags, and the length of an extension; the same as `copy-binary.ts` writes. */
const HEADER_BYTES = 19;
const INT2_BYTES = 2;
const INT4_BYTES = 4;
const END = -1;

/** A row of a binary COPY; columns count from 0. NULL is not expected: the statement leaves none. */
export class BinaryRow {
  readonly #bytes: Buffer;
  /** Offset of each value, behind its length. */
  readonly #starts: readonly number[];

  constructor(bytes: Buffer, starts: readonly number[]) {
    this.#bytes = bytes;
    this.#starts = starts;
  }

  int4(column: number): number {
    return this.#bytes.readInt32BE(this.#starts[column]);
  }

  /** A column of type `oid`. */
  uint4(column: number): number {
    return this.#bytes.readUInt32BE(this.#starts[column]);
  }

  text(column: number): string {
    return this.bytes(column).toString('utf8');
  }

  /** A view of the response: a caller that keeps it keeps the whole response in memory. */
  bytes(column: number): Buffer {
    const start = this.#starts[column] ?? 0;
    return this.#bytes.subarray(start, start + this.#bytes.readInt32BE(start - INT4_BYTES));
  }
}

/** Reads the rows of a whole response to `COPY … TO STDOUT (FORMAT binary)`. @throws Error for a NULL, and for a truncated response */
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
