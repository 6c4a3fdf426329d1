import Papa from 'papaparse';
import type { Row } from '#/export/export-list.ts';
import type { Format } from './format.ts';

/**
 * Whatever a spreadsheet may take for a formula: a text that begins with one of these, and is no plain number. A signed amount stays a
 * number. The wide forms are those that a spreadsheet of an East Asian locale takes too.
 */
const FORMULA = /^(?![-+]?\d+(?:\.\d+)?$)[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const LINE_END = '\r\n';
const OPTIONS = { header: false, newline: LINE_END, escapeFormulae: FORMULA };

/** RFC 4180, in UTF-8, with a line of names first. */
export const csv: Format = {
  mediaType: 'text/csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  isCompressed: false,
  open: (columns) => ({
    begin: () => write([columns.map(({ name }) => name)]),
    write,
    end: () => '',
  }),
};

function write(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  return Papa.unparse(rows as unknown[][], OPTIONS) + LINE_END;
}
