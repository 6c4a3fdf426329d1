import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertNativeSupplies } from '#/db/native-supply.ts';
import { insertDefinitions } from '#/db/new-definition.ts';
import { insertStates } from '#/db/new-state.ts';
import type { Rows } from './collect-rows.ts';

/** Writes the definitions, states and native supply of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: Rows): Promise<void> {
  await insertDefinitions(tx, rows.definitions);
  await insertStates(tx, rows.states);
  await insertNativeSupplies(tx, chainId, rows.nativeSupplies);
}
