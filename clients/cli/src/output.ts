/** `--json` instead of a table or a sentence for people. */
export type Output = { json?: true };

/** Form of a list for people. */
export interface Table<Row> {
  headings: string[];
  cells: (row: Row) => string[];
  /** Text for an empty list. */
  empty: string;
}

// Names and answers come from elsewhere: no control character of theirs may reach the terminal.
const CONTROL_CHARACTERS = /[^\P{Cc}\n]/gu;

/** Writes lines to stdout: the result of the command, and nothing else. */
export function print(...lines: string[]): void {
  process.stdout.write(printable(lines));
}

/** Writes lines to stderr: remarks, which must not get into a file or a pipe. */
export function remark(...lines: string[]): void {
  process.stderr.write(printable(lines));
}

function printable(lines: string[]): string {
  return `${lines.join('\n').replaceAll(CONTROL_CHARACTERS, '?')}\n`;
}

/** Prints rows as a JSON array, or as a table. */
export function showList<Row extends object>(
  rows: readonly Row[],
  { headings, cells, empty }: Table<Row>,
  { json }: Output,
): void {
  if (json || rows.length === 0) {
    print(json ? JSON.stringify(rows, null, 2) : empty);
    return;
  }
  const table = [headings, ...rows.map(cells)];
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  print(
    ...table.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  );
}

/** Prints one thing as a JSON object, or as lines for people. */
export function showOne(described: object, lines: string[], { json }: Output): void {
  print(...(json ? [JSON.stringify(described, null, 2)] : lines));
}

/** An instant to the minute, in UTC; `-` for null. @param instant RFC 3339 */
export function toMinutes(instant: string | null): string {
  return instant === null ? '-' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}
