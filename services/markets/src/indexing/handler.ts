import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler } from '@ledgergraph/chain-kit/indexing/block-handler';
import { Disagreements } from './disagreements.ts';
import { FAMILIES } from './families.ts';
import { prepareBlocks } from './prepare-blocks.ts';
import { type ReadBlock, readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/**
 * Indexing steps of this service, and their reversal. Nothing else changes its rows; the kit moves the cursor with them.
 * @param disagreements counts transfers that were paid otherwise than by the rules, and supplies that do not follow from them
 */
export function createHandler(disagreements = new Disagreements()): BlockHandler<SqlExecutor> {
  return {
    prepare: async (db, network, blocks, before) => {
      const families = FAMILIES.map((family) => family.begin());
      const read: ReadBlock[] = [];
      for await (const block of blocks) {
        read.push(readBlock(block));
        for (const family of families) family.read(block);
      }
      await before;
      const rows = await prepareBlocks(db, network, read);
      const writes: ((tx: SqlExecutor) => Promise<void>)[] = [];
      for (const family of families) writes.push(await family.prepare(db, network));
      return async (tx) => {
        await writeBlocks(tx, network.chainId, rows);
        for (const write of writes) await write(tx);
        disagreements.add(network.name, rows.flows.disagreements + rows.supply.disagreements);
      };
    },
    revert: async (tx, network, keepHeight) => {
      await revertBlocks(tx, network, keepHeight);
      for (const family of FAMILIES) await family.revert(tx, network.chainId, keepHeight);
    },
  };
}
