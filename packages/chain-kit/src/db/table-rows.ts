import { BinaryRows } from './copy-binary.ts';
import { COPY_ROWS_MIN, copyRows, insertRows } from './insert-rows.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** Many rows are kept as bytes: V8 spends more on carrying long-lived objects than on creating them. */
export class TableRows {
  readonly #table: string;
  readonly #columns: Readonly<Record<string, string>>;
  #few: (readonly unknown[])[] = [];
  #many: BinaryRows | undefined;

  constructor(table: string, columns: Readonly<Record<string, string>>) {
    this.#table = table;
    this.#columns = columns;
  }

  /** @param row must not be changed any more */
  add(row: readonly unknown[]): void {
    if (this.#many !== undefined) this.#many.add(row);
    else {
      this.#few.push(row);
      if (this.#few.length > COPY_ROWS_MIN) this.#encode();
    }
  }

  /** @throws Error where there are many rows and the connection cannot copy */
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
