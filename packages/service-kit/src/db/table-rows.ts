import { BinaryRows } from './copy-binary.ts';
import { COPY_ROWS_MIN, copyRows, insertRows } from './insert-rows.ts';
import type { SqlExecutor } from './sql-executor.ts';

/**
 * Rows of one table that are collected before they are written: as bytes once they are many, where transactions can copy. As objects they
 * would all live until then, and what lives so long costs V8 more to carry along than to make.
 */
export class TableRows {
  readonly #table: string;
  readonly #columns: Record<string, string>;
  readonly #copies: boolean;
  readonly #sortBy: number | undefined;
  #few: (readonly unknown[])[] = [];
  #many: BinaryRows | undefined;

  /**
   * @param columns as `insertRows` takes them. @param copies whether the transaction that writes them can copy
   * @param sortBy integer column that the table's index begins with, where rows come in another order: those that fall on the same pages
   * of it are copied together
   */
  constructor(table: string, columns: Record<string, string>, copies: boolean, sortBy?: string) {
    this.#table = table;
    this.#columns = columns;
    this.#copies = copies;
    this.#sortBy = sortBy === undefined ? undefined : Object.keys(columns).indexOf(sortBy);
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
    this.#many = new BinaryRows(Object.values(this.#columns), this.#sortBy);
    for (const row of this.#few) this.#many.add(row);
    this.#few = [];
  }
}
