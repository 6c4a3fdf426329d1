import { geometricMean, median, quantile } from './quantile.ts';

test('quantiles lie between the samples they fall between, whatever the order', () => {
  expect(quantile([40, 10, 30, 20], 0)).toBe(10);
  expect(quantile([40, 10, 30, 20], 1)).toBe(40);
  expect(quantile([40, 10, 30, 20], 0.5)).toBe(25);
  expect(quantile([10, 20, 30], 0.95)).toBeCloseTo(29);
  expect(median([9, 1, 100])).toBe(9);
});

test('a ratio and its inverse cancel out', () => {
  expect(geometricMean([2, 0.5])).toBeCloseTo(1);
  expect(geometricMean([4, 4, 4])).toBeCloseTo(4);
});

test('nothing measured is no zero', () => {
  expect(() => median([])).toThrow(RangeError);
  expect(() => geometricMean([])).toThrow(RangeError);
});
