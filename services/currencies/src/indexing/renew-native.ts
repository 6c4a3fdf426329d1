import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { KnownCurrency } from '#/db/known-currencies.ts';
import { definitions as definitionTable, type StoredDefinition, type StoredState } from '#/db/tables.ts';
import type { NativeDefinition } from '#/rules/native-definition.ts';
import { CurrencyRows } from './currency-rows.ts';

/** Announced rows stand at a place that no transaction has. */
const ANNOUNCED = 'height = 0 AND tx_index = -1';

export interface RenewedNative {
  definitions: readonly StoredDefinition[];
  states: readonly StoredState[];
  known: KnownCurrency;
}

/** A restarted chain may share its genesis with its predecessor; then genesis is never reverted. Null: nothing has changed. */
export async function findRenewedNative(
  db: SqlExecutor,
  chain: number,
  native: NativeDefinition,
): Promise<RenewedNative | null> {
  const known = new Map<string, KnownCurrency>();
  const rows = new CurrencyRows(native.definition.currencyId, known);
  rows.addNative(native);
  const { definitions, states } = rows;
  const renewed = known.get(native.definition.currencyId);
  const [written] = await definitionTable.find(db, `WHERE chain = $1 AND ${ANNOUNCED}`, chain);
  if (renewed === undefined || written === undefined) return null;
  if (definitions.some(({ definition }) => definition === written.definition)) return null;
  return { definitions, states, known: renewed };
}

/** A currency that a block has defined since stays unchanged. States stay numbered. */
export function renewKnown(known: Map<string, KnownCurrency>, chainId: string, renewed: RenewedNative): void {
  const before = known.get(chainId);
  if (before?.definedHeight === 0) known.set(chainId, { ...renewed.known, ordinal: before.ordinal });
}

export async function deleteAnnounced(tx: SqlExecutor, chain: number): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM currency_definition WHERE chain = $1 AND ${ANNOUNCED}`, chain);
  await tx.$executeRawUnsafe(
    `DELETE FROM currency_state WHERE chain = $1 AND ${ANNOUNCED} AND source = 'INITIAL'`,
    chain,
  );
}
