import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertBlockOutputs } from '#/db/block-outputs.ts';
import { insertNativeSupplies } from '#/db/native-supply.ts';
import { insertDefinitions } from '#/db/new-definition.ts';
import { insertStates } from '#/db/new-state.ts';
import type { Rows } from './collect-rows.ts';
import type { ReadBlock } from './read-blocks.ts';

/** Writes the definitions, states and native supply of a batch in bulk, and the output values of its blocks. */
export async function writeBlocks(
  tx: SqlExecutor,
  chainId: string,
  rows: Rows,
  blocks: readonly ReadBlock[],
): Promise<void> {
  await insertDefinitions(tx, rows.definitions);
  await insertStates(tx, rows.states);
  await insertNativeSupplies(tx, chainId, rows.nativeSupplies);
  await insertBlockOutputs(tx, chainId, blocks);
}
