import { BatchCache } from './batch-cache.ts';

const ENTRIES_MAX = 100;

function batches(count: number, size: number): Map<number, string>[] {
  return Array.from(
    { length: count },
    (_, batch) => new Map(Array.from({ length: size }, (_, index) => [batch * size + index, `of ${batch}`])),
  );
}

test.each([1, 10, 49, 51, 99])(
  'of batches of %i the newest are remembered, and no more than there is room for',
  (size) => {
    const kept = new BatchCache<number, string>(ENTRIES_MAX);
    const count = Math.ceil(1_000 / size);
    for (const batch of batches(count, size)) kept.renew(batch);
    const known = Array.from({ length: count * size }, (_, key) => kept.get(key)).map((value) => value !== undefined);
    const remembered = known.filter(Boolean).length;
    expect(remembered).toBeLessThanOrEqual(2 * Math.max(ENTRIES_MAX / 2, size) + size);
    expect(remembered).toBeGreaterThanOrEqual(ENTRIES_MAX / 2);
    expect(known.slice(-remembered)).not.toContain(false);
  },
);

test('the last batch is known whole, however large', () => {
  const kept = new BatchCache<number, string>(ENTRIES_MAX);
  for (const batch of batches(3, 10 * ENTRIES_MAX)) {
    kept.renew(batch);
    for (const [key, value] of batch) expect(kept.get(key)).toBe(value);
  }
});

test('the result of a later batch counts, and nothing once all is forgotten', () => {
  const kept = new BatchCache<string, number>(ENTRIES_MAX);
  for (const value of [1, 2, 3]) kept.renew(new Map([['key', value]]));
  expect(kept.get('key')).toBe(3);
  kept.renew(new Map());
  expect(kept.get('key')).toBe(3);
  kept.clear();
  expect(kept.get('key')).toBeUndefined();
});
