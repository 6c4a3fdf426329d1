import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { KnownCurrency } from '#/db/known-currencies.ts';
import { definitions as definitionTable, type StoredDefinition, type StoredState } from '#/db/tables.ts';
import type { NativeDefinition } from '#/rules/native-definition.ts';
import { CurrencyRows } from './currency-rows.ts';

/** Rows from the announcement stand at a place that no transaction has. */
const ANNOUNCED = 'height = 0 AND tx_index = -1';

/** The native currency's rows of genesis, by another announcement than the one they were written from. */
export interface RenewedNative {
  definitions: readonly StoredDefinition[];
  states: readonly StoredState[];
  /** Values that later rows build on. */
  known: KnownCurrency;
}

/**
 * The rows of genesis that the announcement has changed; null where they stand as announced. A chain that starts again may share its
 * genesis with the chain before it; then genesis is never reverted.
 */
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

/** Replaces the native currency's values by the announced ones, unless a block has defined it since. Its states stay numbered. */
export function renewKnown(known: Map<string, KnownCurrency>, chainId: string, renewed: RenewedNative): void {
  const before = known.get(chainId);
  if (before?.definedHeight === 0) known.set(chainId, { ...renewed.known, ordinal: before.ordinal });
}

/** Removes the announced definition and its initial state; the coins that genesis issued stay. */
export async function deleteAnnounced(tx: SqlExecutor, chain: number): Promise<void> {
  await tx.$executeRawUnsafe(`DELETE FROM currency_definition WHERE chain = $1 AND ${ANNOUNCED}`, chain);
  await tx.$executeRawUnsafe(
    `DELETE FROM currency_state WHERE chain = $1 AND ${ANNOUNCED} AND source = 'INITIAL'`,
    chain,
  );
}
