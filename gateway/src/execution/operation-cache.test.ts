import { OperationCache } from './operation-cache.ts';

test('beyond its bytes as many go as must, those used longest ago first', () => {
  const cache = new OperationCache<number>({ bytes: 100 });
  for (const key of ['a', 'b', 'c']) cache.keep(key, 1, 30);
  cache.find('a');
  cache.keep('d', 1, 60);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.find(key))).toEqual([1, undefined, undefined, 1]);
  expect([cache.size, cache.bytes]).toEqual([2, 90]);
});

test('an entry larger than the cache evicts nothing', () => {
  const cache = new OperationCache<number>({ bytes: 100 });
  cache.keep('a', 1, 50);
  cache.keep('huge', 2, 101);
  expect([cache.find('a'), cache.find('huge'), cache.bytes]).toEqual([1, undefined, 50]);
});

test('kept again it counts once', () => {
  const cache = new OperationCache<number>({ bytes: 100 });
  cache.keep('a', 1, 50);
  cache.keep('a', 2, 20);
  expect([cache.find('a'), cache.size, cache.bytes]).toEqual([2, 1, 20]);
});

test('an owner with more than a quarter of the bytes loses its own first when room is needed', () => {
  const cache = new OperationCache<number>({ bytes: 400 });
  for (let number = 0; number < 50; number += 1) cache.keep(`padded ${number}`, number, 40, 'team');
  expect([cache.size, cache.bytes]).toEqual([10, 400]);
  cache.keep('of another', 1, 90, 'other');
  cache.keep('of the gateway', 1, 200);
  for (let number = 50; number < 100; number += 1) cache.keep(`padded ${number}`, number, 40, 'team');
  expect([cache.has('of another'), cache.has('of the gateway')]).toEqual([true, true]);
  expect(cache.newest(3)).toEqual([99, 98, 1]);
  cache.keep('huge', 1, 101, 'team');
  expect([cache.has('huge'), cache.bytes]).toEqual([false, 370]);
});

test('what an owner lost to others counts no more', () => {
  const cache = new OperationCache<number>({ bytes: 400 });
  cache.keep('first', 1, 100, 'team');
  cache.keep('all', 1, 400);
  cache.keep('of the gateway', 1, 310);
  cache.keep('second', 2, 90, 'team');
  cache.keep('of another', 1, 10, 'other');
  expect(['first', 'all', 'of the gateway', 'second', 'of another'].filter((key) => cache.has(key))).toEqual([
    'second',
    'of another',
  ]);
});
