import { formatTable } from './format-table.ts';
import { print } from './print.ts';

/** Form of a list for people. */
export type Table<Row> = {
  headings: string[];
  cells: (row: Row) => string[];
  /** Text for an empty list. */
  empty: string;
};

/** Prints rows as a JSON array, or as a table. */
export function showList<Row extends object>(rows: Row[], table: Table<Row>, json: boolean | undefined): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print(table.empty);
  else print(...formatTable(table.headings, rows.map(table.cells)));
}

/** Prints one thing as a JSON object, or the lines that describe it to people. */
export function showOne(described: object, lines: string[], json: boolean | undefined): void {
  if (json) print(JSON.stringify(described, null, 2));
  else print(...lines);
}

/** An instant to the minute, in UTC; `-` for none. @param instant RFC 3339 */
export function toMinutes(instant: string | null): string {
  return instant === null ? '-' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}
