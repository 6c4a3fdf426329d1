import { clone } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { checkContinuity, DiscontinuityError, MerkleMismatchError } from './check-continuity.ts';

const blocks = readNormalizedBlocks('vrsctest-a');

function placeOf(height: number) {
  return { height, hash: hex(blocks[height]?.hash ?? new Uint8Array()) };
}

function changed(height: number, change: (block: Block) => void): Block {
  const copy = clone(BlockSchema, blocks[height] as Block);
  change(copy);
  return copy;
}

test('every recorded block hangs on the one before and holds the transactions of its header', () => {
  checkContinuity(null, blocks);
  checkContinuity(null, readNormalizedBlocks('pchain-a'));
  for (const { blocks: branch } of readNormalizedOrphans('vrsctest-a')) {
    checkContinuity(placeOf(Number(branch[0]?.height) - 1), branch);
  }
});

test('a gap, a repetition and a foreign parent are not continuous', () => {
  expect(() => checkContinuity(placeOf(5), blocks.slice(7, 9))).toThrow(DiscontinuityError);
  expect(() => checkContinuity(placeOf(5), blocks.slice(5, 7))).toThrow(DiscontinuityError);
  expect(() => checkContinuity(null, blocks.slice(1, 3))).toThrow(DiscontinuityError);
  const orphan = readNormalizedOrphans('vrsctest-a')[0]?.blocks[1] as Block;
  expect(() => checkContinuity(placeOf(orphan.height - 1), [orphan])).toThrow(DiscontinuityError);
});

test('a block that lost, gained or swapped transactions is refused', () => {
  const height = blocks.findIndex((block) => block.transactions.length > 3);
  for (const change of [
    (block: Block) => void block.transactions.pop(),
    (block: Block) => void block.transactions.push(block.transactions[1] as never),
    (block: Block) => void block.transactions.reverse(),
  ]) {
    expect(() => checkContinuity(placeOf(height - 1), [changed(height, change)])).toThrow(MerkleMismatchError);
  }
});
