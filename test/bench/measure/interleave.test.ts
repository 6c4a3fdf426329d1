import { interleave } from './interleave.ts';

test('each contender is first and last equally often', () => {
  const rounds = [0, 1, 2, 3].map((round) => interleave(['ours', 'rival'], round).join());
  expect(rounds).toEqual(['ours,rival', 'rival,ours', 'rival,ours', 'ours,rival']);
  const firsts = [0, 1, 2, 3, 4, 5].map((round) => interleave(['a', 'b', 'c'], round)[0]);
  expect(firsts.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

test('all of them run in every round', () => {
  for (let round = 0; round < 6; round += 1) expect(interleave([1, 2, 3], round).toSorted()).toEqual([1, 2, 3]);
});
