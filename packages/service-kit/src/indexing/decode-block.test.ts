import { create, toBinary } from '@bufbuild/protobuf';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decodeBlock } from './decode-block.ts';

const KINDS = ['identityprimary', 'currencydefinition'];

/** The stream joins a block out of pieces, the header first. */
function encodeInPieces(block: Block): Uint8Array {
  const pieces = [
    toBinary(BlockSchema, { ...block, transactions: [] }),
    ...block.transactions.map((transaction) =>
      toBinary(BlockSchema, create(BlockSchema, { transactions: [transaction] })),
    ),
  ];
  return Buffer.concat(pieces);
}

test('blocks with a wanted kind come whole, others all but their transactions', () => {
  let whole = 0;
  const blocks = readNormalizedBlocks('pchain-a');
  for (const block of blocks) {
    const isWanted = block.transactions.some(({ outputs }) => outputs.some(({ kind }) => KINDS.includes(kind)));
    if (isWanted) whole += 1;
    const expected = isWanted ? block : { ...block, transactions: [] };
    const bytes = (of: Block) => Buffer.from(toBinary(BlockSchema, of)).toString('hex');
    expect(bytes(decodeBlock(toBinary(BlockSchema, block), KINDS))).toBe(bytes(expected));
    expect(bytes(decodeBlock(encodeInPieces(block), KINDS))).toBe(bytes(expected));
    expect(bytes(decodeBlock(encodeInPieces(block)))).toBe(bytes(block));
  }
  expect(whole).toBeGreaterThan(0);
  expect(whole).toBeLessThan(blocks.length);
});
