import { clone } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { checkTimes, EarlyBlockError } from './check-times.ts';

const [TEMPLATE] = readNormalizedBlocks('vrsctest-a');

function blocksAt(...times: number[]): Block[] {
  return times.map((time, height) => {
    const block = clone(BlockSchema, TEMPLATE as Block);
    block.height = height;
    block.time = BigInt(time);
    return block;
  });
}

test('every recorded block is later than the median of those before it', () => {
  const main = readNormalizedBlocks('vrsctest-a');
  for (const blocks of [main, readNormalizedBlocks('pchain-a'), readNormalizedBlocks('mempool-a')]) {
    expect(checkTimes([], blocks)).toEqual(blocks.slice(-11).map(({ time }) => Number(time)));
  }
  for (const { blocks } of readNormalizedOrphans('vrsctest-a')) {
    const before = main.slice(0, Number(blocks[0]?.height)).map(({ time }) => Number(time));
    checkTimes(before, blocks);
  }
});

test.each([
  ['the time of genesis', [], [50, 50]],
  ['the upper one of two in the middle', [10, 20], [20]],
  ['the median of 11', [1, 2, 3, 4, 5, 60, 70, 80, 90, 100, 110], [60]],
  ['the median of 11 that stand in two batches', [9, 1, 2, 3, 4, 5, 60, 70], [80, 90, 100, 110, 60]],
])('a block that is not later than %s is refused', (_, before, times) => {
  expect(() => checkTimes(before, blocksAt(...times))).toThrow(EarlyBlockError);
  const [last = 0] = times.slice(-1);
  checkTimes(before, blocksAt(...times.slice(0, -1), last + 1));
});

test('blocks above the last 11 only decide', () => {
  expect(checkTimes([900, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], blocksAt(7))).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 7,
  ]);
});
