import { InvalidArgumentError } from 'commander';
import { parseCallsPerMonth, parseCallsPerSecond, parseGrace, parseListLength } from './parse-number.ts';

test.each([
  ['0', 0],
  ['0s', 0],
  ['90s', 90],
  ['30m', 1_800],
  ['24h', 86_400],
  ['30d', 2_592_000],
])('a grace of %s is %d seconds', (text, seconds) => {
  expect(parseGrace(text)).toBe(seconds);
});

test.each(['', '24', '-1h', '1.5h', '1w', '31d', '721h', '1H', 'h'])('%j is no grace', (text) => {
  expect(() => parseGrace(text)).toThrow(InvalidArgumentError);
});

test('limits are whole numbers, or none', () => {
  expect(parseCallsPerMonth('1000000000000000')).toBe(10n ** 15n);
  expect(parseCallsPerSecond('1000000')).toBe(1_000_000);
  expect([parseCallsPerMonth('none'), parseCallsPerSecond('none')]).toEqual(['none', 'none']);
  for (const text of ['', '0', '-1', '1e3', '1_000', '01', ' 1', 'null', '1000000000000001'])
    expect(() => parseCallsPerMonth(text)).toThrow(InvalidArgumentError);
  for (const text of ['0', '0.5', '1000001']) expect(() => parseCallsPerSecond(text)).toThrow(InvalidArgumentError);
});

test('a list has 1 to 10000 entries', () => {
  expect([parseListLength('1'), parseListLength('10000')]).toEqual([1, 10_000]);
  for (const text of ['0', '10001', '-1', 'all', '']) expect(() => parseListLength(text)).toThrow(InvalidArgumentError);
});
