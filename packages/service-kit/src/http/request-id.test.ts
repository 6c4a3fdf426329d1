import { requestIdOf } from './request-id.ts';

test('a client’s own id is repeated if it is well formed', () => {
  expect(requestIdOf({ 'x-request-id': 'order-1.a_B' })).toBe('order-1.a_B');
});

test.each([[''], ['a b'], ['a\u00e9'], ['x'.repeat(65)], [undefined]])('%j gets an id of ours', (given) => {
  expect(requestIdOf({ 'x-request-id': given })).toMatch(/^[0-9a-f]{32}$/);
});

test('no two ids of ours are the same', () => {
  const ids = Array.from({ length: 1_000 }, () => requestIdOf({}));
  expect(new Set(ids).size).toBe(ids.length);
});
