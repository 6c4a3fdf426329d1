import { formatTable } from './format-table.ts';

type Entry = readonly [path: string, value: unknown];

/** In Markdown: a list of objects is a table, all else a line. */
export function printSummary(summary: unknown): string {
  if (isList(summary)) return tableOf(summary);
  return leavesOf(summary)
    .map(([path, value]) => (isList(value) ? `${path}:\n\n${tableOf(value)}` : `${path}: ${show(value)}`))
    .join('\n\n');
}

function tableOf(rows: readonly object[]): string {
  const cells = rows.map((row) => new Map(leavesOf(row)));
  const head = [...new Set(cells.flatMap((row) => [...row.keys()]))];
  return formatTable(
    head,
    cells.map((row) => head.map((column) => show(row.get(column)))),
  );
}

function leavesOf(value: unknown, path = ''): Entry[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path} ${name}`));
}

function isList(value: unknown): value is object[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function show(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(show).join(' ');
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value);
  return Math.abs(value) < 100 ? value.toPrecision(3) : value.toFixed(0);
}

/** A fault, a wrong answer, or a part that is not right. */
export function hasFault(summary: unknown): boolean {
  if (typeof summary !== 'object' || summary === null) return false;
  const {
    fault = null,
    wrong = 0,
    isRight = true,
  } = summary as { fault?: unknown; wrong?: unknown; isRight?: unknown };
  return fault !== null || wrong !== 0 || isRight === false || Object.values(summary).some(hasFault);
}
