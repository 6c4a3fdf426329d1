import { readName, readSymbol, writeName, writeSymbol } from './symbol.ts';

const NAMES = [
  'VRSC',
  'Bridge.vETH',
  '🚀',
  'a_b',
  'a~5Fb',
  'Ünï.Cødé',
  'with space',
  '~',
  '_',
  'a-b',
  "it's",
  '日本.🎌🇯🇵',
  '0',
];

test('every name is written in letters, digits, dots and tildes, and read again', () => {
  for (const name of NAMES) {
    expect(writeName(name)).toMatch(/^[A-Za-z0-9.~]+$/);
    expect(readName(writeName(name))).toBe(name);
  }
});

test('every market has a symbol of its own, which is read again', () => {
  const seen = new Map<string, string>();
  for (const base of NAMES) {
    for (const quote of NAMES) {
      for (const basket of NAMES) {
        if (base === quote) continue;
        const symbol = writeSymbol({ base, quote, basket });
        const isSide = basket === base || basket === quote;
        expect(readSymbol(symbol)).toEqual({ base, quote, basket: isSide ? null : basket });
        const market = JSON.stringify([base, quote, isSide ? null : basket]);
        expect(seen.get(symbol) ?? market).toBe(market);
        seen.set(symbol, market);
      }
    }
  }
});

test.each([
  '',
  'A',
  '_',
  'A_',
  '_B',
  'A_B_C_D',
  'A_B_A',
  'A_B_B',
  'A_~4',
  'A_~5f',
  'A_~41',
  'A_~FF',
  'A_B~',
  'A/B_C',
  '🚀_B',
])('symbol %j is that of no market', (symbol) => {
  expect(readSymbol(symbol)).toBeUndefined();
});
