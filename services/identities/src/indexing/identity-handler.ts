import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { type BlockChanges, readIdentityChanges } from './read-identity-changes.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Indexing steps of this service, and their reversal. */
export const identityHandler: BlockHandler<SqlExecutor> = {
  kinds: ['identityprimary', 'currencydefinition'],
  prepare: async (_, network, blocks) => {
    const changes: BlockChanges[] = [];
    for await (const block of blocks) changes.push(readIdentityChanges(block));
    return (tx) => writeBlocks(tx, network, changes);
  },
  revert: revertBlocks,
};
