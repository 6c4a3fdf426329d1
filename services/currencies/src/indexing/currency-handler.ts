import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockHandler, readEach } from '@ledgergraph/chain-kit/indexing/block-handler';
import { findMissingDefinition } from '@ledgergraph/chain-kit/indexing/native-definition';
import { prepareBlocks } from './prepare-blocks.ts';
import { readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Indexing steps of this service. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  // Its rows begin at genesis.
  findMissing: findMissingDefinition,
  prepare: async (db, network, blocks, before) => {
    const read = await readEach(blocks, readBlock);
    await before;
    const rows = await prepareBlocks(db, network, read);
    return (tx) => writeBlocks(tx, network.chainId, rows);
  },
  revert: revertBlocks,
};
