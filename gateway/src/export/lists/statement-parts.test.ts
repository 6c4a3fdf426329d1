import { csv as csvFormat } from '#/export/formats/csv.ts';
import { amountColumns, amountParts, statementColumns, statementParts } from './statement-parts.ts';

const [FIRST, SECOND] = ['ab'.repeat(32), 'cd'.repeat(32)];
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const statementOf = (counted: Record<string, unknown>) => counted.statement as Record<string, unknown>;
const parts = amountParts(statementOf);
const counted = {
  address: { address: 'RA' },
  statement: { currency: { currencyId: 'iC' }, fromHeight: 3, toHeight: 9, totalCount: 3 },
};
const LIST = { chainId: 'iA', address: 'RA', currencyId: 'iC', fromHeight: 3, toHeight: 9 };
const FACTS = { txIndexes: '0,7', directions: 'SENT,RECEIVED' };
const PART = {
  ...{ count: 2, last: [5, 7], openingBalance: '100', closingBalance: '9007199254740993', facts: FACTS },
  ...{
    amounts: '-1,9007199254740894',
    txids: base64(FIRST + SECOND),
    heights: '4,5',
    times: '1767225600,4294967295',
    counts: '1,1',
  },
};
const NOTHING = {
  ...{ count: 0, last: null, openingBalance: '0', closingBalance: '0' },
  ...{ amounts: '', txids: '', heights: '', times: '', counts: '' },
};

test('the parts of a statement are asked for by the ids and heights that it names', () => {
  const block = { chainId: 'iA', height: 20, hash: 'bb', timestamp: '' };
  expect(parts.variables(counted, block)).toEqual(LIST);
  expect([parts.afterOf(null), parts.afterOf('[4,7]')]).toEqual([null, [4, 7]]);
});

test('columns of movements are the rows of the amounts, exact to the satoshi, and their lines of CSV', () => {
  const { csv, count, last, rows } = parts.partOf(LIST, { statementPart: PART }, []);
  expect({ count, last }).toEqual({ count: 2, last: '[5,7]' });
  expect(rows()).toEqual([
    [FIRST, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000099'],
    [SECOND, 5, '2106-02-07T06:28:15Z', 'iC', '90071992.54740894', '90071992.54740993'],
  ]);
  expect(csv('\r\n').toString()).toBe(csvFormat.open(amountColumns).write(rows()));
  expect(csv(',\r\n').toString()).toBe(csv('\r\n').toString().replaceAll('\r\n', ',\r\n'));
});

test('a part without movements has no rows', () => {
  const { csv, count, last, rows } = parts.partOf(LIST, { statementPart: NOTHING }, []);
  expect([csv('\r\n').toString(), count, last, rows()]).toEqual(['', 0, null, []]);
  const empty = { statementPart: { ...NOTHING, facts: { txIndexes: '', directions: '' } } };
  const parties = { movementParties: { fees: '', counterparties: '' } };
  expect(
    statementParts(statementOf)
      .partOf(LIST, empty, [parties, { movementKinds: '' }])
      .rows(),
  ).toEqual([]);
});

test.each([
  { closingBalance: '9007199254740992' },
  { openingBalance: '99' },
  { amounts: '-1' },
  { txids: base64(FIRST) },
  { counts: '1' },
  { counts: '1,2' },
  { counts: '1,999999999999' },
  { counts: '1,x' },
  { heights: '4,5,6' },
])('a part whose columns do not fit is a fault: %j', (wrong) => {
  expect(() => parts.partOf(LIST, { statementPart: { ...PART, ...wrong } }, []).csv('')).toThrow();
});

test('fees, other sides and kinds are asked for by the movements of the part', () => {
  const [parties, kinds] = statementParts(statementOf).further;
  const owner = { chainId: 'iA', address: 'RA', currencyId: 'iC' };
  expect(parties?.variables(LIST, { statementPart: PART })).toEqual({ ...owner, txids: PART.txids });
  const { txids, heights, counts, amounts } = PART;
  expect(kinds?.variables(LIST, { statementPart: PART })).toEqual({
    ...owner,
    movements: { txids, heights, counts, amounts, ...FACTS },
  });
});

test.each([
  [{ movementKinds: 'SENT,MINED' }, ['SENT', 'MINED']],
  [null, [null, null]],
])('fee, other side and kind stand in the lines that they are of: kinds %j', (kinds, expected) => {
  const parties = { movementParties: { fees: '1,0', counterparties: 'RB,' } };
  const { csv, count, last, rows } = statementParts(statementOf).partOf(LIST, { statementPart: PART }, [
    parties,
    kinds,
  ]);
  expect([count, last]).toEqual([2, '[5,7]']);
  expect(rows()).toEqual([
    [FIRST, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000001', '0.00000099', 'RB', expected[0]],
    [
      SECOND,
      5,
      '2106-02-07T06:28:15Z',
      'iC',
      '90071992.54740894',
      '0.00000000',
      '90071992.54740993',
      null,
      expected[1],
    ],
  ]);
  expect(csv('\r\n').toString()).toBe(csvFormat.open(statementColumns).write(rows()));
});

test.each([
  [null, null],
  [{ movementParties: { fees: null, counterparties: 'RB,' } }, null],
  [{ movementParties: { fees: '1,0', counterparties: 'RB,' } }, { movementKinds: null }],
])('no cell is left out because an answer has no column: %j', (parties, kinds) => {
  expect(() => statementParts(statementOf).partOf(LIST, { statementPart: PART }, [parties, kinds])).toThrow();
});

test('a column of other movements is a fault', () => {
  const parties = { movementParties: { fees: '1', counterparties: 'RB,' } };
  expect(() => statementParts(statementOf).partOf(LIST, { statementPart: PART }, [parties, null])).toThrow(
    'a column of 1 cells for 2 movements',
  );
});
