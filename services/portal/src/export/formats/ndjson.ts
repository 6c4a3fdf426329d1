import type { Column, Row } from '#/export/export-list.ts';
import type { Format } from './format.ts';

export const ndjson: Format = {
  mediaType: 'application/x-ndjson',
  contentType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  isCompressed: false,
  open: (columns) => {
    const lineOf = compileLine(columns);
    return {
      begin: () => '',
      write: (rows) => rows.map(lineOf).join(''),
      end: () => '',
    };
  },
};

function compileLine(columns: readonly Column[]): (row: Row) => string {
  const openings = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (row) => {
    let text = '';
    for (const [index, opening] of openings.entries()) text += opening + JSON.stringify(row[index] ?? null);
    return `${text}}\n`;
  };
}
