import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockHandler, WriteRows } from '@ledgergraph/chain-kit/indexing/block-handler';
import { findMissingDefinition } from '@ledgergraph/chain-kit/indexing/native-definition';
import { FAMILIES } from './families.ts';
import type { ReadyRows } from './family.ts';
import { prepareBlocks } from './prepare-blocks.ts';
import { type ReadBlock, readBlock } from './read-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { RuleViolations } from './rule-violations.ts';
import { writeBlocks } from './write-blocks.ts';

/**
 * Indexing steps of this service, and their reversal. Nothing else changes its rows; the kit moves the cursor with them.
 * @param violations counts committed payments, registrations and supplies that differ from what the protocol's rules give
 */
export function createHandler(violations = new RuleViolations()): BlockHandler<SqlExecutor> {
  return {
    // Registrations are compared with its terms.
    findMissing: findMissingDefinition,
    prepare: async (db, network, blocks, before) => {
      const families = FAMILIES.map((family) => family.begin());
      const read: ReadBlock[] = [];
      for await (const block of blocks) {
        read.push(readBlock(block));
        for (const family of families) family.read(block);
      }
      await before;
      const rows = await prepareBlocks(db, network, read);
      const ready: ReadyRows[] = [];
      for (const family of families) ready.push(await family.prepare(db, network));
      const write: WriteRows<SqlExecutor> = async (tx) => {
        await writeBlocks(tx, network.chainId, rows);
        for (const one of ready) await one.write(tx);
      };
      const ofFamilies = ready.reduce((sum, one) => sum + one.violations, 0);
      const found = rows.flows.violations + rows.supply.violations + ofFamilies;
      return Object.assign(write, { committed: () => violations.add(network.name, found) });
    },
    revert: async (tx, network, keepHeight) => {
      await revertBlocks(tx, network, keepHeight);
      for (const family of FAMILIES) await family.revert(tx, network.chainId, keepHeight);
    },
  };
}
