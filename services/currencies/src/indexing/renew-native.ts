import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { NativeDefinition } from '#/currency/native-definition.ts';
import { deleteAnnouncedDefinition, findAnnouncedDefinition } from '#/db/announced-definition.ts';
import { insertDefinitions } from '#/db/new-definition.ts';
import { insertStates } from '#/db/new-state.ts';
import { CurrencyRows } from './currency-rows.ts';

/**
 * Replaces the native currency's rows of genesis when another definition is announced than the one they hold. A chain that begins anew
 * may share its genesis with the chain before it; then genesis is never reverted.
 */
export async function renewNative(tx: SqlExecutor, chainId: string, native: NativeDefinition): Promise<void> {
  const rows = new CurrencyRows(chainId, new Map());
  rows.addNative(native);
  const written = await findAnnouncedDefinition(tx, chainId);
  if (written === null || rows.definitions.some(({ definition }) => definition === written)) return;
  await deleteAnnouncedDefinition(tx, chainId);
  await insertDefinitions(tx, rows.definitions);
  await insertStates(tx, rows.states);
}
