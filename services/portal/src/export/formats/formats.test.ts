import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import type { Column, Row } from '#/export/export-list.ts';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { ndjson } from './ndjson.ts';
import { formatFor } from './negotiate-format.ts';
import { GROUP_ROWS, parquet } from './parquet.ts';

const COLUMNS: Column[] = [
  { name: 'name', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'height', kind: 'integer' },
  { name: 'time', kind: 'time' },
];

function textOf(format: Format, rows: Row[]): string {
  const encoder = format.open(COLUMNS);
  return `${encoder.begin()}${encoder.write(rows)}${encoder.end()}`;
}

/** Spreadsheets take such cells for formulas. */
const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

test.each(BEGINNINGS)('no cell of CSV begins with %j but a number', (beginning) => {
  const texts = [`${beginning}HYPERLINK("http://a","b")`, `${beginning}1+1`, beginning, `${beginning}1;"`];
  const rows = texts.map((text): Row => [text, `${beginning === '-' ? '-' : ''}1.50000000`, 1, null]);
  const { data } = Papa.parse<string[]>(textOf(csv, rows), { skipEmptyLines: true });
  expect(data.slice(1).map(([name]) => name)).toEqual(texts.map((text) => `'${text}`));
});

test('a signed amount stays a number in CSV, and other text what it is', () => {
  const rows: Row[] = [
    ['alice@', '-12.00000001', 7, '2026-01-01T00:00:00Z'],
    ['a "quoted", name\nof 2 lines 👩‍🚀', '0.00000000', 8, null],
  ];
  expect(textOf(csv, rows)).toBe(
    'name,amount,height,time\r\nalice@,-12.00000001,7,2026-01-01T00:00:00Z\r\n"a ""quoted"", name\nof 2 lines 👩‍🚀",0.00000000,8,\r\n',
  );
});

test('NDJSON has one object a line', () => {
  expect(textOf(ndjson, [['a\n"', '-1.00000000', 7, null]])).toBe(
    '{"name":"a\\n\\"","amount":"-1.00000000","height":7,"time":null}\n',
  );
});

test('Parquet keeps every amount to the last digit, has times in UTC, and no group has more rows than are kept', async () => {
  const amounts = ['-92233720368.54775808', '92233720368.54775807', '-0.00000001', '0.00000000', null];
  const rows = Array.from({ length: 2 * GROUP_ROWS + 7 }, (_, index): Row => {
    return [`n${index}`, amounts[index % amounts.length] ?? null, index, '2026-01-01T00:00:01Z'];
  });
  const encoder = parquet.open(COLUMNS);
  const parts = [encoder.begin()];
  for (let from = 0; from < rows.length; from += 100) parts.push(encoder.write(rows.slice(from, from + 100)));
  parts.push(encoder.end());
  const file = Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part)))).buffer;
  const { row_groups: groups, schema } = parquetMetadata(file);
  expect(schema.find(({ name }) => name === 'time')).toMatchObject({
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  });
  expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([GROUP_ROWS, GROUP_ROWS, 7]);
  const read = await parquetReadObjects({ file, utf8: true, columns: ['name', 'height', 'time'] });
  expect(read.at(-1)).toEqual({
    name: `n${rows.length - 1}`,
    height: BigInt(rows.length - 1),
    time: new Date('2026-01-01T00:00:01Z'),
  });
  const stored = await parquetReadObjects({
    file,
    columns: ['amount'],
    // The reader would make floating numbers of decimals.
    metadata: withoutDecimals(file),
  });
  const signed = (bytes: Uint8Array): bigint => BigInt.asIntN(128, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
  expect(stored.slice(0, 5).map(({ amount }) => (amount === null ? null : signed(amount)))).toEqual([
    -9223372036854775808n,
    9223372036854775807n,
    -1n,
    0n,
    null,
  ]);
});

function withoutDecimals(file: ArrayBuffer) {
  const metadata = parquetMetadata(file);
  for (const element of metadata.schema) if (element.converted_type === 'DECIMAL') delete element.converted_type;
  return metadata;
}

test.each([
  [undefined, 'text/csv'],
  ['*/*', 'text/csv'],
  ['text/*;q=0.5, application/x-ndjson', 'application/x-ndjson'],
  ['application/vnd.apache.parquet', 'application/vnd.apache.parquet'],
  ['text/html', undefined],
])('Accept %s gives %s', (accept, mediaType) => {
  expect(formatFor(accept)?.mediaType).toBe(mediaType);
});
