import { csv as csvFormat } from '#/export/formats/csv.ts';
import { amountColumns, statementParts } from './statement-parts.ts';

const TXID = 'ab'.repeat(32);
const parts = statementParts((counted) => counted.statement as Record<string, unknown>);
const counted = {
  address: { address: 'RA' },
  statement: { currency: { currencyId: 'iC' }, fromHeight: 3, toHeight: 9, totalCount: 3 },
};

test('a part is asked for by the ids and heights that the statement named', () => {
  const block = { chainId: 'iA', height: 20, hash: 'bb', timestamp: '' };
  expect(parts.variables(counted, block)).toEqual({
    ...{ chainId: 'iA', address: 'RA', currencyId: 'iC', fromHeight: 3, toHeight: 9 },
  });
  expect([parts.afterOf(null), parts.afterOf('[4,7]')]).toEqual([null, [4, 7]]);
});

test('lines of CSV are the rows of every format', () => {
  const lines = `${TXID},4,2026-01-01T00:00:00Z,iC,-0.00000001,0.00000099\r\n${TXID},5,2106-02-07T06:28:15Z,iC,90071992.54740993,0.00000000\r\n`;
  const { csv, count, last, rowsOf } = parts.partOf({ statementLines: { lines, count: 2, last: [5, 1] } }, counted);
  expect({ csv, count, last }).toEqual({ csv: lines, count: 2, last: '[5,1]' });
  expect(rowsOf(csv)).toEqual([
    [TXID, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000099'],
    [TXID, 5, '2106-02-07T06:28:15Z', 'iC', '90071992.54740993', '0.00000000'],
  ]);
  expect(csvFormat.open(amountColumns).write(rowsOf(csv))).toBe(lines);
});

test('a part of nothing has no rows', () => {
  const { csv, count, last, rowsOf } = parts.partOf({ statementLines: { lines: '', count: 0, last: null } }, counted);
  expect([csv, count, last, rowsOf(csv)]).toEqual(['', 0, null, []]);
});
