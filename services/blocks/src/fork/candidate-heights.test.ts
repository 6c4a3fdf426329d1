import { candidateHeights } from './candidate-heights.ts';

test('steps back double and end in genesis', () => {
  expect(candidateHeights(100)).toEqual([100, 99, 97, 93, 85, 69, 37, 0]);
});

test('genesis alone, and nothing below it', () => {
  expect(candidateHeights(0)).toEqual([0]);
  expect(candidateHeights(-1)).toEqual([]);
});

test('a chain of millions of blocks is a short answer', () => {
  expect(candidateHeights(5_000_000).length).toBeLessThan(30);
});
