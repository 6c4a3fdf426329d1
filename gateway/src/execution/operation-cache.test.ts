import { OperationCache } from './operation-cache.ts';

test('beyond its entries the one that was used longest ago goes', () => {
  const cache = new OperationCache<number>({ entries: 2, bytes: 1_000 });
  cache.keep('a', 1, 10);
  cache.keep('b', 2, 10);
  expect(cache.find('a')).toBe(1);
  cache.keep('c', 3, 10);
  expect([cache.find('a'), cache.find('b'), cache.find('c')]).toEqual([1, undefined, 3]);
  expect([cache.size, cache.bytes]).toEqual([2, 20]);
});

test('beyond its bytes as many go as must', () => {
  const cache = new OperationCache<number>({ entries: 100, bytes: 100 });
  for (const key of ['a', 'b', 'c']) cache.keep(key, 1, 30);
  cache.keep('d', 1, 60);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual([undefined, undefined, 1, 1]);
  expect(cache.bytes).toBe(90);
});

test('an entry larger than the cache evicts nothing', () => {
  const cache = new OperationCache<number>({ entries: 100, bytes: 100 });
  cache.keep('a', 1, 50);
  cache.keep('huge', 2, 101);
  expect([cache.find('a'), cache.find('huge'), cache.bytes]).toEqual([1, undefined, 50]);
});

test('kept again it counts once', () => {
  const cache = new OperationCache<number>({ entries: 100, bytes: 100 });
  cache.keep('a', 1, 50);
  cache.keep('a', 2, 20);
  expect([cache.find('a'), cache.size, cache.bytes]).toEqual([2, 1, 20]);
});
