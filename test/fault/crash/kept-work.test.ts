import { BATCH_BLOCKS_MAX, findRedoneWork, type KeptWork } from './kept-work.ts';

const work = (cursor: number, taken: number, first = 1): KeptWork => ({
  cursor,
  taken,
  serials: Array.from({ length: cursor + 1 }, (_, height) => String(first + height)),
});
const before = work(99, 100);

test('a life may commit blocks, and lose one batch', () => {
  expect(findRedoneWork(before, before)).toEqual([]);
  expect(findRedoneWork(before, work(499, 500))).toEqual([]);
  expect(findRedoneWork(before, work(99, 100 + BATCH_BLOCKS_MAX))).toEqual([]);
});

test.each<[string, KeptWork]>([
  ['more than a batch lost', work(99, 101 + BATCH_BLOCKS_MAX)],
  ['a step back', work(98, 100)],
  ['a sync from the start', work(120, 221, 101)],
  ['rows above the cursor', { ...work(120, 121), cursor: 119 }],
  ['a gap', { ...work(120, 121), cursor: 121 }],
])('%s is seen', (_what, after) => {
  expect(findRedoneWork(before, after)).not.toEqual([]);
});
