import { LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';
import { heightsOf, readStateRange } from './state-range.ts';

const TIP = 5_000;
const heights = (asked: string) => [...heightsOf(readStateRange(asked, TIP))].map(({ height }) => height);

test.each([
  ['', [5_000]],
  ['nothing', [5_000]],
  ['7', [7]],
  ['7,9', [7, 8, 9]],
  ['7, 9', [7, 8, 9]],
  ['9,7', [7]],
  ['1,10,4', [1, 5, 9, 10]],
  ['1,10,0', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['1,10,99', [1, 10]],
  ['4998,6000,1', [4_998, 4_999, 5_000]],
])('%j', (asked, wanted) => {
  expect(heights(asked)).toEqual(wanted);
});

test('a range without a step has about a hundred heights, its end included', () => {
  expect(heights('1,100')).toHaveLength(100);
  expect(heights('1,102').slice(-3)).toEqual([91, 101, 102]);
  // The step follows from the range that was asked for, not from the blocks that exist.
  expect(heights('4000,99999999').length).toBe(2);
});

test('the heights without a whole step behind them are the last', () => {
  expect([...heightsOf({ start: 1, end: 10, step: 6 })]).toEqual([
    { height: 1, isLast: false },
    { height: 7, isLast: true },
    { height: 10, isLast: true },
  ]);
});

test('a range above the tip is refused, a number above it is not', () => {
  expect(() => readStateRange('6000,7000', TIP)).toThrow('Invalid block range for currency state');
  expect(readStateRange(new LosslessNumber('6000'), TIP)).toEqual({ start: 6_000, end: 6_000, step: 1 });
  expect(readStateRange(new LosslessNumber('-1'), TIP)).toEqual({ start: TIP, end: TIP, step: 1 });
});
