import { differenceOf } from './known-difference.ts';

const body = (data: unknown, ...errors: object[]): string =>
  JSON.stringify({ ...(errors.length > 0 && { errors }), data });

test.each([
  ['equal bodies', body({ a: 1 }), body({ a: 1 })],
  [
    'errors in another order',
    body(null, { message: 'a' }, { message: 'b' }),
    body(null, { message: 'b' }, { message: 'a' }),
  ],
  [
    'the place before the right one',
    body(null, { message: 'm', path: ['page', 1, 'by'] }),
    body(null, { message: 'm', path: ['page', 2, 'by'] }),
  ],
])('%s are no difference', (_what, stock, own) => {
  expect(differenceOf(stock, own)).toBeUndefined();
});

test.each([
  ['another value', body({ a: [{ b: 1 }, { b: 2 }] }), body({ a: [{ b: 1 }, { b: 3 }] }), ['data', 'a', 1, 'b']],
  ['a member too much', body({ a: { b: 1 } }), body({ a: { b: 1, c: 2 } }), ['data', 'a', 'c']],
  ['a longer list', body({ a: [1] }), body({ a: [1, 2] }), ['data', 'a', 1]],
  ['null for an object', body({ a: null }), body({ a: {} }), ['data', 'a']],
  ['members in another order', body({ a: 1, b: 2 }), body({ b: 2, a: 1 }), ['data']],
  ['another error', body(null, { message: 'a' }), body(null, { message: 'b' }), ['errors', 0, 'message']],
  ['an error too few', body({}), body({}, { message: 'a' }), ['errors']],
  ['a later place', body({}, { path: ['a', 2] }), body({}, { path: ['a', 1] }), ['errors', 0, 'path', 1]],
])('%s is one, at its place', (_what, stock, own, path) => {
  expect(differenceOf(stock, own)).toEqual(path);
});
