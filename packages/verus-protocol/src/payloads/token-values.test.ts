import { parseLossless } from '#/lossless-json.ts';
import { readTokenValues } from './token-values.ts';

const NATIVE = 'iNative';
const values = (kind: string, payload: string) =>
  Object.fromEntries(readTokenValues(kind, parseLossless(payload), NATIVE));

test.each(['reserveoutput', 'reservedeposit', 'commitmenthash'])(
  '%s carries its values, native left to the output',
  (kind) => {
    expect(values(kind, '{"currencyvalues":{"iA":1.50000000,"iNative":7.00000000,"iB":90000000000.00000001}}')).toEqual(
      {
        iA: 150_000_000n,
        iB: 9_000_000_000_000_000_001n,
      },
    );
  },
);

test('a reservetransfer carries amount and fee; both may be the same token', () => {
  const fee = '"fees":0.00020000,"feecurrencyid"';
  expect(values('reservetransfer', `{"flags":3,"currencyvalues":{"iA":1.00000000},${fee}:"iA"}`)).toEqual({
    iA: 100_020_000n,
  });
  expect(values('reservetransfer', `{"flags":3,"currencyvalues":{"iA":1.00000000},${fee}:"iB"}`)).toEqual({
    iA: 100_000_000n,
    iB: 20_000n,
  });
  expect(values('reservetransfer', `{"flags":3,"currencyvalues":{"iA":1.00000000},${fee}:"iNative"}`)).toEqual({
    iA: 100_000_000n,
  });
});

test('a mint carries its fee only, since the minted tokens come later', () => {
  const mint = '{"flags":33,"currencyvalues":{"iA":5000.00000000},"fees":0.00020000,"feecurrencyid":"iB"}';
  expect(values('reservetransfer', mint)).toEqual({ iB: 20_000n });
});

test.each(['crosschainimport', 'crosschainexport', 'feepool', 'identityprimary', ''])('%j carries nothing', (kind) => {
  expect(values(kind, '{"currencyvalues":{"iA":1.00000000}}')).toEqual({});
});

test('an undecodable or empty member carries nothing, and a value of zero is left out', () => {
  expect(values('reserveoutput', '"invalid"')).toEqual({});
  expect(values('commitmenthash', '{"hash":"00"}')).toEqual({});
  expect(values('reserveoutput', '{"currencyvalues":{"iA":0.00000000}}')).toEqual({});
});

test('an amount that is no number is refused', () => {
  expect(() => values('reserveoutput', '{"currencyvalues":{"iA":"1.0"}}')).toThrow(
    "iA of the node's answer is not a number",
  );
});
