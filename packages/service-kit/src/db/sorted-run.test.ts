import { expect, test } from '@jest/globals';
import { RUN_ROWS_MAX, SortedRun } from './sorted-run.ts';

test('rows are put in the order of their keys, those of one key as they came', () => {
  const run = new SortedRun(2);
  const rows: [number, string][] = [
    [7, 'g1'],
    [-3, 'minus'],
    [2 ** 31 - 1, 'last'],
    [7, 'g2'],
    [0, ''],
    [-(2 ** 31), 'first'],
    [1, 'b'],
  ];
  let text = 'H:';
  for (const [key, row] of rows) {
    text += row;
    run.add(key, text.length);
  }
  expect(run.sorted(Buffer.from(text)).toString()).toBe('H:firstminusbg1g2last');
});

test('a run is full with as many rows as keys leave room for', () => {
  const run = new SortedRun(0);
  for (let row = 1; row < RUN_ROWS_MAX; row += 1) run.add(-row, row);
  expect(run.isFull).toBe(false);
  run.add(2 ** 31 - 1, RUN_ROWS_MAX);
  expect(run.isFull).toBe(true);
  const bytes = Buffer.from(Array.from({ length: RUN_ROWS_MAX }, (_, row) => row % 256));
  expect(run.sorted(bytes)).toEqual(Buffer.concat([bytes.subarray(0, -1).reverse(), bytes.subarray(-1)]));
});
