import { exactlyOne, readHash, readHeight, readLimit, readRange } from './arguments.ts';

const naming = (argument: string) => expect.objectContaining({ extensions: { code: 'VALIDATION_ERROR', argument } });

test('limit: 50 by default, 1 to 100', () => {
  expect([readLimit(undefined), readLimit(null), readLimit(1), readLimit(100)]).toEqual([50, 50, 1, 100]);
  for (const bad of [0, -1, 101]) expect(() => readLimit(bad)).toThrow(naming('limit'));
});

test('a request of the gateway’s own may have a larger page, and no larger one', () => {
  expect(readLimit(1_000, 1_000)).toBe(1_000);
  expect(() => readLimit(1_001, 1_000)).toThrow(naming('limit'));
});

test('a hash is 64 hex digits and becomes lower case', () => {
  expect(readHash('hash', 'AB'.repeat(32))).toBe('ab'.repeat(32));
  for (const bad of ['', 'zz'.repeat(32), 'ab'.repeat(31)]) expect(() => readHash('txid', bad)).toThrow(naming('txid'));
});

test('height 0 is a height', () => {
  expect(readHeight('height', 0)).toBe(0);
  for (const bad of [-1, 2 ** 31]) expect(() => readHeight('height', bad)).toThrow(naming('height'));
});

test('a range may be open, may start at 0, and may not be empty', () => {
  expect(readRange(undefined, null)).toEqual({ from: null, to: null });
  expect(readRange(0, 0)).toEqual({ from: 0, to: 0 });
  expect(() => readRange(5, 4)).toThrow(naming('fromHeight'));
});

test('exactly one of exclusive arguments', () => {
  expect(exactlyOne({ height: 0, hash: null })).toEqual({ name: 'height', value: 0 });
  expect(() => exactlyOne({ height: null, hash: undefined })).toThrow(naming('height'));
  expect(() => exactlyOne({ height: 1, hash: 'x' })).toThrow(naming('hash'));
});
