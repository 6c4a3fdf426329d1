import Papa from 'papaparse';
import type { Row } from '#/export/export-list.ts';
import type { Format } from './format.ts';

/** Spreadsheets may take these texts for formulas, but a signed amount stays a number. East Asian locales take the wide forms, too. */
const FORMULA = /^(?![-+]?\d+(?:\.\d+)?$)[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const LINE_END = '\r\n';
const OPTIONS = { header: false, newline: LINE_END, escapeFormulae: FORMULA };

/** RFC 4180 in UTF-8, with a line of names first. */
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
