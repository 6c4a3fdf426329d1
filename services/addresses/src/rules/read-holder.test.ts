import { readHolder } from './read-holder.ts';

const STAKE_GUARD = 'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR';
const FEE_POOL = 'RQ55dLQ7uGnLx8scXfkaFV6QS6qVBGyxAG';
const STAKER = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const OTHER = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';

test.each([
  [[STAKER, OTHER], STAKER],
  [[STAKE_GUARD, STAKER], STAKER],
  [['xQk2zUB7avAakTNBHukGv62754q2q3eH1t', OTHER], OTHER],
  [[FEE_POOL], null],
  [[], null],
])('%j is held by %s', (addresses, holder) => {
  expect(readHolder(addresses)).toBe(holder);
});
