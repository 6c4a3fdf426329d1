import { cutLayers } from './layers.ts';

const QUARTERS = [25n, 25n, 25n, 25n];

test('amounts of equal weights are cut at each of their heights', () => {
  expect(cutLayers([100n, 50n, 25n, -7n], QUARTERS)).toEqual([
    { weight: 75n, amount: 75n, members: [2, 1, 0] },
    { weight: 50n, amount: 50n, members: [1, 0] },
    { weight: 25n, amount: 50n, members: [0] },
  ]);
});

test('amounts in the proportion of their weights are one layer, and without amounts there are no layers', () => {
  expect(cutLayers([50n, 25n], [50n, 25n])).toEqual([{ weight: 75n, amount: 75n, members: [0, 1] }]);
  expect(cutLayers([0n, -3n], [50n, 25n])).toEqual([]);
});
