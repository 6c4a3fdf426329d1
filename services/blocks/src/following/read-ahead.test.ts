import { create } from '@bufbuild/protobuf';
import { BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readBlock } from '#/indexing/read-blocks.ts';
import { gather, readAhead } from './read-ahead.ts';

function createNode(size: number) {
  const asked: string[] = [];
  return {
    asked,
    readBlocks: async (from: number, to: number) => {
      asked.push(`${from}-${to}`);
      return Array.from({ length: to - from + 1 }, (_, index) =>
        readBlock(create(BlockSchema, { height: from + index, size })),
      );
    },
  };
}

test('all blocks come in order, and two batches are in flight behind the one that is written', async () => {
  const node = createNode(1_000);
  const heights: number[] = [];
  const asked: number[] = [];
  for await (const batch of readAhead(node, 5, 700)) {
    heights.push(...batch.map(({ block }) => block.height));
    asked.push(node.asked.length);
  }
  expect(heights).toEqual(Array.from({ length: 696 }, (_, index) => index + 5));
  expect(node.asked).toEqual(['5-54', '55-254', '255-454', '455-654', '655-700']);
  expect(asked).toEqual([3, 4, 5, 5, 5]);
});

test('batches of large blocks are small', async () => {
  const node = createNode(1024 * 1024);
  for await (const _ of readAhead(node, 0, 55, { firstLimit: 51 }));
  expect(node.asked).toEqual(['0-50', '51-52', '53-54', '55-55']);
});

test('when it is over, the requested batches still come, and no others', async () => {
  const node = createNode(1_000);
  const batches: number[] = [];
  for await (const batch of readAhead(node, 0, 10_000, { isOver: () => batches.length > 0 }))
    batches.push(batch.length);
  expect(batches).toEqual([50, 200, 200]);
  expect(node.asked).toHaveLength(3);
});

test.each([
  ['small blocks', 1_000, undefined, [850, 851]],
  ['small blocks, and few wanted', 1_000, 250, [250, ...Array.from({ length: 7 }, () => 200), 51]],
  ['large blocks', 3 * 1024 * 1024, undefined, [2, 2]],
])('%s are joined to what is written at once', async (_, size, blocksMax, expected) => {
  const count = expected.reduce((sum, blocks) => sum + blocks, 0);
  const batches = readAhead(createNode(size), 0, count - 1, size > 1_000 ? { firstLimit: 1 } : {});
  const joined: number[] = [];
  const heights: number[] = [];
  for await (const batch of gather(batches, blocksMax)) {
    joined.push(batch.length);
    heights.push(...batch.map(({ block }) => block.height));
  }
  expect(joined).toEqual(expected);
  expect(heights).toEqual(Array.from({ length: count }, (_height, index) => index));
});
