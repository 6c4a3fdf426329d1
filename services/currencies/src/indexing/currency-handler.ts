import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockHandler, readEach } from '@ledgergraph/chain-kit/indexing/block-handler';
import { prepareBlocks } from './prepare-blocks.ts';
import { readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

const NO_NATIVE_DEFINITION =
  'The node has not yet defined the native currency: it does so once it has the block from which on currencies are active. ' +
  'Until then no block is taken.';

/** Indexing steps of this service. */
export const currencyHandler: BlockHandler<SqlExecutor> = {
  // Its rows begin at genesis: blocks taken without it would lack them for good.
  findMissing: ({ nativeDefinition }) => (nativeDefinition === null ? NO_NATIVE_DEFINITION : null),
  prepare: async (db, network, blocks, before) => {
    const read = await readEach(blocks, readBlock);
    await before;
    const rows = await prepareBlocks(db, network, read);
    return (tx) => writeBlocks(tx, network.chainId, rows);
  },
  revert: revertBlocks,
};
