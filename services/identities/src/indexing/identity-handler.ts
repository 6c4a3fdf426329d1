import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockHandler, readEach } from '@ledgergraph/chain-kit/indexing/block-handler';
import { prepareBlocks } from './prepare-blocks.ts';
import { readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Indexing steps of this service, and their reversal. */
export const identityHandler: BlockHandler<SqlExecutor> = {
  kinds: ['identityprimary', 'currencydefinition'],
  prepare: async (db, network, blocks, before) => {
    const changes = await readEach(blocks, readBlock);
    await before;
    const rows = await prepareBlocks(db, network, changes);
    return (tx) => writeBlocks(tx, network.chainId, rows);
  },
  revert: revertBlocks,
};
