import { BinaryRows } from './copy-binary.ts';
import { COPY_ROWS_MIN, copyRows, insertRows } from './insert-rows.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Rows are kept as bytes where transactions can copy: V8 spends more on carrying long-lived objects than on creating them. */
export class TableRows {
  readonly #table: string;
  readonly #columns: Record<string, string>;
  readonly #copies: boolean;
  #few: (readonly unknown[])[] = [];
  #many: BinaryRows | undefined;

  constructor(table: string, columns: Record<string, string>, copies: boolean) {
    this.#table = table;
    this.#columns = columns;
    this.#copies = copies;
  }

  /** @param row must not be changed any more */
  add(row: readonly unknown[]): void {
    if (this.#many !== undefined) this.#many.add(row);
    else {
      this.#few.push(row);
      if (this.#copies && this.#few.length > COPY_ROWS_MIN) this.#encode();
    }
  }

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
