import { csv as csvFormat } from '#/export/formats/csv.ts';
import { amountColumns, amountParts, statementColumns, statementParts } from './statement-parts.ts';

const TXID = 'ab'.repeat(32);
const statementOf = (counted: Record<string, unknown>) => counted.statement as Record<string, unknown>;
const parts = amountParts(statementOf);
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
  const { csv, count, last, rowsOf } = parts.partOf({ statementLines: { lines, count: 2, last: [5, 1] } }, []);
  expect({ csv, count, last }).toEqual({ csv: lines, count: 2, last: '[5,1]' });
  expect(rowsOf(csv)).toEqual([
    [TXID, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000099'],
    [TXID, 5, '2106-02-07T06:28:15Z', 'iC', '90071992.54740993', '0.00000000'],
  ]);
  expect(csvFormat.open(amountColumns).write(rowsOf(csv))).toBe(lines);
});

test('a part of nothing has no rows', () => {
  const { csv, count, last, rowsOf } = parts.partOf({ statementLines: { lines: '', count: 0, last: null } }, []);
  expect([csv, count, last, rowsOf(csv)]).toEqual(['', 0, null, []]);
});

const LINES = `${TXID},4,2026-01-01T00:00:00Z,iC,-0.00000001,0.00000099\r\n${TXID},5,2106-02-07T06:28:15Z,iC,2.00000000,2.00000099\r\n`;
const FACTS = { txIndexes: [0, 7], directions: ['SENT', 'RECEIVED'] };
const DATA = { statementLines: { lines: LINES, count: 2, last: [5, 7], facts: FACTS } };
const LIST = { chainId: 'iA', address: 'RA', currencyId: 'iC', fromHeight: 3, toHeight: 9 };

test('blocks and markets are asked for the movements of a part, in its order', () => {
  const [parties, kinds] = statementParts(statementOf).further;
  const owner = { chainId: 'iA', address: 'RA', currencyId: 'iC', txids: [TXID, TXID] };
  expect(parties?.variables(LIST, DATA)).toEqual(owner);
  expect(kinds?.variables(LIST, DATA)).toEqual({
    ...owner,
    ...FACTS,
    heights: [4, 5],
    amounts: ['-0.00000001', '2.00000000'],
  });
});

test.each([
  [{ movementKinds: ['SENT', 'MINED'] }, ['SENT', 'MINED']],
  [null, [null, null]],
])('fee, other side and kind stand in the lines that they are of: kinds %j', (kinds, expected) => {
  const parties = { movementParties: { fees: ['0.00000001', '0.00000000'], counterparties: ['RB', null] } };
  const { csv, count, last, rowsOf } = statementParts(statementOf).partOf(DATA, [parties, kinds]);
  expect([count, last]).toEqual([2, '[5,7]']);
  expect(rowsOf(csv)).toEqual([
    [TXID, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000001', '0.00000099', 'RB', expected[0]],
    [TXID, 5, '2106-02-07T06:28:15Z', 'iC', '2.00000000', '0.00000000', '2.00000099', null, expected[1]],
  ]);
  expect(csvFormat.open(statementColumns).write(rowsOf(csv))).toBe(csv);
});

test('a column that has not a cell for each line is a fault, and no row gets the cell of another', () => {
  const parties = { movementParties: { fees: ['0.00000001'], counterparties: ['RB', null] } };
  expect(() => statementParts(statementOf).partOf(DATA, [parties, null])).toThrow('a column of 1 cells for 2 lines');
});
