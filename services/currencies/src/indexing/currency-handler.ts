import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { type ReadBlock, readBlock } from './read-block.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

const NO_NATIVE_DEFINITION =
  'The node has not yet defined the native currency: it does so once it has the block from which on currencies are active. ' +
  'Until then no block is taken.';

/** The two verbs of this indexer. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  // Its rows begin at genesis: blocks taken without it would lack them for good.
  findMissing: ({ nativeDefinition }) => (nativeDefinition === null ? NO_NATIVE_DEFINITION : null),
  prepare: async (_, network, blocks) => {
    const read: ReadBlock[] = [];
    for await (const block of blocks) read.push(readBlock(block));
    return (tx) => writeBlocks(tx, network, read);
  },
  revert: revertBlocks,
};
