import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { flagOf, integerParam, signedOf, unsignedOf } from './read-params.ts';

test.each([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['"1"', true],
  ['"true"', true],
  ['"yes"', false],
  ['1.5', false],
  ['3000000000', false],
  ['null', false],
  ['[]', false],
])('the flag %s is %s, as verusd reads it', (text, expected) => {
  expect(flagOf(parseLossless(text))).toBe(expected);
});

test.each([
  ['7', 7, 7],
  ['"7"', 7, 7],
  ['" +7x"', 7, 7],
  ['-1', -1, 4_294_967_295],
  ['3000000000', -1_294_967_296, 3_000_000_000],
  ['1.5', 1, 1],
  ['"x"', 0, 0],
  ['"+-7"', 0, 0],
  ['null', 0, 0],
])('the number %s is %s, and %s without a sign, as verusd reads it', (text, signed, unsigned) => {
  expect(signedOf(parseLossless(text))).toBe(signed);
  expect(unsignedOf(parseLossless(text))).toBe(unsigned);
});

test('a value that is not an integer fails with the text of verusd', () => {
  expect(integerParam(parseLossless('667'))).toBe(667);
  expect(() => integerParam(parseLossless('1.5'))).toThrow('JSON integer out of range');
  expect(() => integerParam(parseLossless('"1"'))).toThrow('JSON value is not an integer as expected');
  expect(() => integerParam(parseLossless('3000000000'))).toThrow('JSON integer out of range');
});
