/** Rows of a run at most: its bytes are held twice while they are put in order. */
export const RUN_ROWS_MAX = 2 ** 16;

/** Where rows end in a buffer, and the order they are to have. */
export class SortedRun {
  /** Key and number of each row in one number: sorted as doubles they need no comparison of ours. */
  readonly #places: number[] = [];
  readonly #ends: number[] = [];
  readonly #start: number;

  /** @param start bytes of the buffer that stay in front of the first row */
  constructor(start: number) {
    this.#start = start;
  }

  get isFull(): boolean {
    return this.#ends.length >= RUN_ROWS_MAX;
  }

  /** @param key whole number of up to 32 bits. @param end bytes of the buffer with this row */
  add(key: number, end: number): void {
    this.#places.push(key * RUN_ROWS_MAX + this.#ends.length);
    this.#ends.push(end);
  }

  /** The buffer with its rows by key; those with the same key stay as they came. */
  sorted(bytes: Buffer): Buffer {
    const sorted = Buffer.allocUnsafeSlow(bytes.length);
    let at = bytes.copy(sorted, 0, 0, this.#start);
    for (const place of Float64Array.from(this.#places).sort()) {
      const index = place - Math.floor(place / RUN_ROWS_MAX) * RUN_ROWS_MAX;
      at += bytes.copy(sorted, at, this.#ends[index - 1] ?? this.#start, this.#ends[index]);
    }
    return sorted;
  }
}
