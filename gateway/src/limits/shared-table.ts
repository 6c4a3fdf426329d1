import { hash } from 'node:crypto';

/** Bytes of an id and its length. A longer id, or one beyond Latin-1, is stored as its hash. */
const ID_BYTES = 64;
const FREE = -1;
/** Tries before a worker sleeps until the lock is free. */
const SPINS = 200;
const SLEEP_MS = 1;

/** Words of the header. */
const LOCK = 0;
const SLEEPERS = 1;
const RETURNED = 2;
const UNTOUCHED = 3;
const HEADER_WORDS = 4;

/** Memory of a table, and its form, as workers pass it to each other. */
export interface TableMemory {
  memory: SharedArrayBuffer;
  rows: number;
  /** Numbers of a row. */
  cells: number;
}

/** Untouched rows take no memory of the machine. */
export function allocateTable(rows: number, cells: number): TableMemory {
  const bytes = 4 * (HEADER_WORDS + 3 * rows) + rows * ID_BYTES + 8 * rows * cells + 8;
  const memory = new SharedArrayBuffer(bytes);
  const header = new Int32Array(memory, 0, HEADER_WORDS);
  header[RETURNED] = FREE;
  return { memory, rows, cells };
}

/**
 * Rows of numbers by id, in memory that all workers of a process share: a hash table of bounded size under one lock.
 * Each change takes less than a microsecond, so that a worker hardly ever waits. A worker that ends in the middle of a
 * change may leak the row it worked on. It leaves no other harm once `releaseLock` has freed its lock.
 */
export class SharedTable {
  /** Numbers of all rows; valid within `alone`. */
  readonly numbers: Float64Array;
  readonly #cells: number;
  readonly #rows: number;
  /** Value of the lock while this worker holds it. */
  readonly #owner: number;
  readonly #header: Int32Array;
  /** One more than the first row of each chain; 0: the chain is empty. */
  readonly #heads: Int32Array;
  /** The same for the next row of a chain. */
  readonly #nexts: Int32Array;
  /** Rises when a row is removed. */
  readonly #versions: Int32Array;
  readonly #ids: Uint8Array;
  /** Where this worker found ids last: comparing their bytes takes several times as long. */
  readonly #known = new Map<string, { row: number; version: number }>();
  /** The id that is looked for, and its chain. */
  readonly #wanted = new Uint8Array(ID_BYTES);

  /** @param member number of this worker, from 0 */
  constructor({ memory, rows, cells }: TableMemory, member: number) {
    this.#owner = member + 1;
    this.#rows = rows;
    this.#cells = cells;
    this.#header = new Int32Array(memory, 0, HEADER_WORDS);
    this.#heads = new Int32Array(memory, 4 * HEADER_WORDS, rows);
    this.#nexts = new Int32Array(memory, 4 * (HEADER_WORDS + rows), rows);
    this.#versions = new Int32Array(memory, 4 * (HEADER_WORDS + 2 * rows), rows);
    const idsAt = 4 * (HEADER_WORDS + 3 * rows);
    this.#ids = new Uint8Array(memory, idsAt, rows * ID_BYTES);
    this.numbers = new Float64Array(memory, 8 * Math.ceil((idsAt + rows * ID_BYTES) / 8), rows * cells);
  }

  /** Runs `work` while no other worker reads or changes the table. Call the other methods inside of it, and never `alone` itself. */
  alone<T>(work: () => T): T {
    this.#acquire();
    try {
      return work();
    } finally {
      this.#release();
    }
  }

  /** Place of the first number of a row; undefined: there is no such row. */
  find(id: string): number | undefined {
    const known = this.#recall(id);
    const row = known === FREE ? this.#find(this.#chainOf(id)) : known;
    if (row === FREE) return undefined;
    if (known === FREE) this.#remember(id, row);
    return row * this.#cells;
  }

  /** Like `find`, but adds a missing row, with zeros. Undefined: there is no room. */
  open(id: string): number | undefined {
    const found = this.find(id);
    if (found !== undefined) return found;
    const chain = this.#chainOf(id);
    const row = this.#takeRow();
    if (row === FREE) return undefined;
    this.#ids.set(this.#wanted, row * ID_BYTES);
    this.numbers.fill(0, row * this.#cells, (row + 1) * this.#cells);
    this.#nexts[row] = this.#heads[chain] as number;
    this.#heads[chain] = row + 1;
    this.#remember(id, row);
    return row * this.#cells;
  }

  remove(id: string): void {
    const chain = this.#chainOf(id);
    const row = this.#find(chain);
    if (row !== FREE) this.#unlink(chain, (other) => other === row);
  }

  /** Removes the rows for which `isOver` is true. @param isOver receives the place of a row's first number */
  sweep(isOver: (at: number) => boolean): void {
    for (let chain = 0; chain < this.#rows; chain++) {
      if (this.#heads[chain] !== 0) this.#unlink(chain, (row) => isOver(row * this.#cells));
    }
  }

  /** Frees the lock, if a worker that has ended holds it. */
  releaseLock(member: number): void {
    Atomics.compareExchange(this.#header, LOCK, member + 1, 0);
  }

  /** Row where the id was found last, if it is the id's row still. */
  #recall(id: string): number {
    const known = this.#known.get(id);
    return known !== undefined && known.version === this.#versions[known.row] ? known.row : FREE;
  }

  #remember(id: string, row: number): void {
    if (this.#known.size === this.#rows) this.#known.clear();
    this.#known.set(id, { row, version: this.#versions[row] as number });
  }

  #find(chain: number): number {
    const [ids, wanted] = [this.#ids, this.#wanted];
    const length = wanted[0] as number;
    for (let next = this.#heads[chain] as number; next !== 0; next = this.#nexts[next - 1] as number) {
      const at = (next - 1) * ID_BYTES;
      let index = 0;
      while (index <= length && ids[at + index] === wanted[index]) index++;
      if (index > length) return next - 1;
    }
    return FREE;
  }

  /** Notes the id as the wanted one. @returns the chain that it is in */
  #chainOf(id: string): number {
    const wanted = this.#wanted;
    const isShort = id.length < ID_BYTES;
    let sum = 0x811c9dc5;
    for (let index = 0; isShort && index < id.length; index++) {
      const code = id.charCodeAt(index);
      if (code > 0xff) return this.#chainOf(hash('sha256', id, 'base64url'));
      wanted[index + 1] = code;
      sum = Math.imul(sum ^ code, 0x01000193);
    }
    if (!isShort) return this.#chainOf(hash('sha256', id, 'base64url'));
    wanted[0] = id.length;
    return (sum >>> 0) % this.#rows;
  }

  #takeRow(): number {
    const header = this.#header;
    const returned = header[RETURNED] as number;
    if (returned !== FREE) {
      header[RETURNED] = (this.#nexts[returned] as number) - 1;
      return returned;
    }
    const row = header[UNTOUCHED] as number;
    if (row === this.#rows) return FREE;
    header[UNTOUCHED] = row + 1;
    return row;
  }

  #unlink(chain: number, isOver: (row: number) => boolean): void {
    let before = FREE;
    for (let row = (this.#heads[chain] as number) - 1; row !== FREE; ) {
      const next = this.#nexts[row] as number;
      if (isOver(row)) {
        if (before === FREE) this.#heads[chain] = next;
        else this.#nexts[before] = next;
        (this.#versions[row] as number) += 1;
        this.#nexts[row] = (this.#header[RETURNED] as number) + 1;
        this.#header[RETURNED] = row;
      } else before = row;
      row = next - 1;
    }
  }

  #acquire(): void {
    const header = this.#header;
    for (let tries = 1; Atomics.compareExchange(header, LOCK, 0, this.#owner) !== 0; tries++) {
      if (tries % SPINS !== 0) continue;
      Atomics.add(header, SLEEPERS, 1);
      Atomics.wait(header, LOCK, Atomics.load(header, LOCK) || FREE, SLEEP_MS);
      Atomics.sub(header, SLEEPERS, 1);
    }
  }

  #release(): void {
    Atomics.store(this.#header, LOCK, 0);
    if (Atomics.load(this.#header, SLEEPERS) > 0) Atomics.notify(this.#header, LOCK, 1);
  }
}
