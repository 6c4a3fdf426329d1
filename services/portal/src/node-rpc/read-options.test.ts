import { parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { readFlag, readInteger, readNumberOption } from './read-options.ts';

test.each([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['"1"', true],
  ['"true"', true],
  ['"yes"', false],
  ['1.5', false],
  ['null', false],
  ['[]', false],
])('the flag %s is %s, as verusd reads it', (text, expected) => {
  expect(readFlag({ flag: parseLossless(text) }, 'flag')).toBe(expected);
});

test.each([
  ['7', 7],
  ['"7"', 7],
  ['-1', -1],
  ['3000000000', 0],
  ['1.5', 0],
  ['"x"', 0],
])('the number %s is %s', (text, expected) => {
  expect(readNumberOption({ height: parseLossless(text) }, 'height')).toBe(expected);
});

test('a value that is not an integer fails with the text of verusd', () => {
  expect(readInteger(parseLossless('667'))).toBe(667);
  expect(() => readInteger(parseLossless('1.5'))).toThrow('JSON integer out of range');
  expect(() => readInteger(parseLossless('"1"'))).toThrow('JSON value is not an integer as expected');
  expect(() => readInteger(parseLossless('3000000000'))).toThrow('JSON integer out of range');
});
