import { findUnstorable, isStorable } from './storable-text.ts';

const BAD = [
  ['a NUL', 'a\0'],
  ['the first half of a pair', 'a\ud83d'],
  ['the second half of a pair', '\ude00a'],
  ['a pair the wrong way round', '\ude00\ud83d'],
] as const;

test.each(BAD)('%s is found at every depth, as a value and as a name', (_what, text) => {
  expect(isStorable(text)).toBe(false);
  expect(findUnstorable(text)).toBe('');
  expect(findUnstorable([text])).toBe('');
  expect(findUnstorable({ a: 'good', b: text })).toBe('b');
  expect(findUnstorable({ a: 1, b: { c: [null, { d: text }] } })).toBe('b');
  expect(findUnstorable({ b: [{ [text]: 1 }] })).toBe('b');
  expect(findUnstorable({ [text]: 1 })).toBe('');
});

test.each([
  ['whole pairs', { a: '😀' }],
  ['other control characters and what is no character', { a: '\u0001\u007f\ufffe\uffff\u2028' }],
  ['an empty text', ''],
  ['what is no text', { a: [1, 2n, true, null, undefined], b: new Uint8Array([0]) }],
  ['nothing', undefined],
])('%s can be stored', (_what, value) => {
  expect(findUnstorable(value)).toBeUndefined();
});

test('a value that is nested as deeply as a request may be is gone through', () => {
  let deep: unknown = '\0';
  for (let level = 0; level < 200_000; level += 1) deep = [deep];
  expect(findUnstorable({ deep })).toBe('deep');
});
