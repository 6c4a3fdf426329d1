import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/service-kit/indexing/block-handler';
import { applyBlocks } from './apply-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';

/** What this service takes from the chain. */
export const addressHandler: BlockHandler<SqlExecutor> = { apply: applyBlocks, revert: revertBlocks };
