import { BinaryRows } from './copy-binary.ts';
import { COPY_ROWS_MIN, copyRows, insertRows } from './insert-rows.ts';
import type { SqlExecutor } from './sql-executor.ts';

/**
 * Rows of one table that are collected before they are written. Many rows are kept as bytes where transactions can copy: as objects
 * they would all live until the write, and V8 spends more on carrying long-lived objects along than on creating them.
 */
export class TableRows {
  readonly #table: string;
  readonly #columns: Record<string, string>;
  readonly #copies: boolean;
  #few: (readonly unknown[])[] = [];
  #many: BinaryRows | undefined;

  /** @param columns as `insertRows` takes them. @param copies true if the transaction that writes them can copy */
  constructor(table: string, columns: Record<string, string>, copies: boolean) {
    this.#table = table;
    this.#columns = columns;
    this.#copies = copies;
  }

  /** @param row as `insertRows` takes it; not to be changed any more */
  add(row: readonly unknown[]): void {
    if (this.#many !== undefined) this.#many.add(row);
    else {
      this.#few.push(row);
      if (this.#copies && this.#few.length > COPY_ROWS_MIN) this.#encode();
    }
  }

  /** Writes them, once. */
  insert(tx: SqlExecutor): Promise<void> {
    return this.#many === undefined
      ? insertRows(tx, this.#table, this.#columns, this.#few)
      : copyRows(tx, this.#table, Object.keys(this.#columns), this.#many);
  }

  #encode(): void {
    this.#many = new BinaryRows(Object.values(this.#columns));
    for (const row of this.#few) this.#many.add(row);
    this.#few = [];
  }
}
