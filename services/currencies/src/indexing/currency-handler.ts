import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/service-kit/indexing/block-handler';
import { applyBlocks } from '#/indexing/apply-blocks.ts';
import { revertBlocks } from '#/indexing/revert-blocks.ts';

/** The two verbs of this indexer. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  prepare: async (_, network, blocks) => (tx) => applyBlocks(tx, network, blocks),
  revert: revertBlocks,
};
