import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertNativeSupplies } from '#/db/native-supply.ts';
import { insertDefinitions } from '#/db/new-definition.ts';
import { insertStates } from '#/db/new-state.ts';
import type { BatchRows } from './prepare-blocks.ts';
import { writeRenewedNative } from './renew-native.ts';

/** Writes the rows of a batch in bulk. */
export async function writeBlocks(tx: SqlExecutor, chainId: string, rows: BatchRows): Promise<void> {
  const chain = await numberChain(tx, chainId);
  if (rows.renewed !== null) await writeRenewedNative(tx, { chainId, chain }, rows.renewed);
  await insertDefinitions(tx, rows.definitions);
  await insertStates(tx, chain, rows.states);
  await insertNativeSupplies(tx, chain, rows.nativeSupplies);
}
