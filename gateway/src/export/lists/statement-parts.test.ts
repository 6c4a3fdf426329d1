import { statementParts } from './statement-parts.ts';

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

test('each line is a row, with amounts in coins and the time of its block', () => {
  const lines = `${TXID},4,1767225600,-1,99\n${TXID},4,1767225600,9007199254740993,9007199254741092\n${TXID},5,4294967295,0,0`;
  expect(parts.partOf({ statementLines: { lines, last: [5, 1] } }, counted)).toEqual({
    rows: [
      [TXID, 4, '2026-01-01T00:00:00Z', 'iC', '-0.00000001', '0.00000099'],
      [TXID, 4, '2026-01-01T00:00:00Z', 'iC', '90071992.54740993', '90071992.54741092'],
      [TXID, 5, '2106-02-07T06:28:15Z', 'iC', '0.00000000', '0.00000000'],
    ],
    last: '[5,1]',
  });
  expect(parts.partOf({ statementLines: { lines: '', last: null } }, counted)).toEqual({ rows: [], last: null });
});
