import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type BlockHandler, readEach } from '@ledgergraph/chain-kit/indexing/block-handler';
import { Disagreements } from './disagreements.ts';
import { prepareBlocks } from './prepare-blocks.ts';
import { readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/**
 * Indexing steps of this service, and their reversal. Nothing else changes its rows; the kit moves the cursor with them.
 * @param disagreements counts transfers that were paid otherwise than by the rules
 */
export function createHandler(disagreements = new Disagreements()): BlockHandler<SqlExecutor> {
  return {
    prepare: async (db, network, blocks, before) => {
      const read = await readEach(blocks, readBlock);
      await before;
      const rows = await prepareBlocks(db, network, read);
      return async (tx) => {
        await writeBlocks(tx, network.chainId, rows);
        disagreements.add(network.name, rows.flows.disagreements);
      };
    },
    revert: revertBlocks,
  };
}
