import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { applyBlocks } from './apply-blocks.ts';
import { type BlockChanges, readIdentityChanges } from './read-identity-changes.ts';
import { revertBlocks } from './revert-blocks.ts';

/** What this service takes from the chain and how it gives it back. */
export const identityHandler: BlockHandler<SqlExecutor> = {
  kinds: ['identityprimary', 'currencydefinition'],
  prepare: async (_, network, blocks) => {
    const changes: BlockChanges[] = [];
    for await (const block of blocks) changes.push(readIdentityChanges(block));
    return (tx) => applyBlocks(tx, network, changes);
  },
  revert: revertBlocks,
};
