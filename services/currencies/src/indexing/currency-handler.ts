import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { applyBlocks } from '#/indexing/apply-blocks.ts';
import { type ReadBlock, readBlock } from '#/indexing/read-block.ts';
import { revertBlocks } from '#/indexing/revert-blocks.ts';

/** The two verbs of this indexer. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  prepare: async (_, network, blocks) => {
    const read: ReadBlock[] = [];
    for await (const block of blocks) read.push(readBlock(block));
    return (tx) => applyBlocks(tx, network, read);
  },
  revert: revertBlocks,
};
