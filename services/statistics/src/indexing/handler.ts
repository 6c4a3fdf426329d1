import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockHandler, readEach } from '@ledgergraph/chain-kit/indexing/block-handler';
import { prepareBlocks } from './prepare-blocks.ts';
import { readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Indexing steps of this service, and their reversal. Nothing else changes its rows; the kit moves the cursor with them. */
export const handler: BlockHandler<SqlExecutor> = {
  prepare: async (db, network, blocks, before) => {
    const read = await readEach(blocks, readBlock);
    await before;
    const rows = await prepareBlocks(db, network, read);
    return (tx) => writeBlocks(tx, network.chainId, rows);
  },
  revert: revertBlocks,
};
