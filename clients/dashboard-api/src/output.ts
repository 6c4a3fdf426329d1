export type Output = { json?: true | undefined };

export type Table<Row> = {
  headings: string[];
  cells: (row: Row) => string[];
  empty: string;
};

export function showList<Row extends object>(rows: readonly Row[], table: Table<Row>, json: boolean | undefined): void {
  if (json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print(table.empty);
  else print(...formatTable(table.headings, rows.map(table.cells)));
}

export function showOne(described: object, lines: string[], json: boolean | undefined): void {
  if (json) print(JSON.stringify(described, null, 2));
  else print(...lines);
}

// Names come from users: none of their control characters may reach the terminal.
const controlCharacters = /[^\P{Cc}\n]/gu;

export function print(...lines: string[]): void {
  process.stdout.write(printable(lines));
}

/** On stderr, so that remarks do not get into a file or a pipe. */
export function remark(...lines: string[]): void {
  process.stderr.write(printable(lines));
}

function printable(lines: string[]): string {
  return `${lines.join('\n').replaceAll(controlCharacters, '?')}\n`;
}

/** Lines carry no trailing space. */
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

/** In UTC; `-` for none. @param instant RFC 3339 */
export function toMinutes(instant: string | null): string {
  return instant === null ? '-' : `${instant.slice(0, 16).replace('T', ' ')}Z`;
}

/** The message names the reason and the remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
