import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { prepareBlocks } from './prepare-blocks.ts';
import { type BlockChanges, readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Indexing steps of this service, and their reversal. */
export const identityHandler: BlockHandler<SqlExecutor> = {
  kinds: ['identityprimary', 'currencydefinition'],
  prepare: async (_, network, blocks) => {
    const changes: BlockChanges[] = [];
    for await (const block of blocks) changes.push(readBlock(block));
    return async (tx) => {
      const rows = await prepareBlocks(tx, network, changes);
      if (rows !== null) await writeBlocks(tx, network.chainId, rows);
    };
  },
  revert: revertBlocks,
};
