/** `--json` instead of a table or a sentence for people. */
export type Output = { json?: true | undefined };

/** Form of a list for people. */
export type Table<Row> = {
  headings: string[];
  cells: (row: Row) => string[];
  /** Text for an empty list. */
  empty: string;
};

/** Prints rows as a JSON array, or as a table. */
export function showList<Row extends object>(rows: readonly Row[], table: Table<Row>, json: boolean | undefined): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print(table.empty);
  else print(...formatTable(table.headings, rows.map(table.cells)));
}

/** Prints one thing as a JSON object, or the lines that describe it to people. */
export function showOne(described: object, lines: string[], json: boolean | undefined): void {
  if (json) print(JSON.stringify(described, null, 2));
  else print(...lines);
}

// Names come from users: no control character of theirs may reach the terminal.
const controlCharacters = /[^\P{Cc}\n]/gu;

/** Writes lines to stdout: the result of the command, and nothing else. */
export function print(...lines: string[]): void {
  process.stdout.write(printable(lines));
}

/** Writes lines to stderr: remarks, which must not get into a file or a pipe. */
export function remark(...lines: string[]): void {
  process.stderr.write(printable(lines));
}

function printable(lines: string[]): string {
  return `${lines.join('\n').replaceAll(controlCharacters, '?')}\n`;
}

/** Rows under their headings, columns aligned by two spaces. Lines carry no trailing space. */
export function formatTable(headings: string[], rows: string[][]): string[] {
  const table = [headings, ...rows];
  const widths = headings.map((_heading, column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** An instant to the minute, in UTC; `-` for none. @param instant RFC 3339 */
export function toMinutes(instant: string | null): string {
  return instant === null ? '-' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}

/** A command could not run at all; the message names the reason and what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
