import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { NativeDefinition } from '#/currency/native-definition.ts';
import { deleteAnnouncedDefinition, findAnnouncedDefinition } from '#/db/announced-definition.ts';
import type { KnownCurrency } from '#/db/known-currencies.ts';
import { insertDefinitions, type NewDefinition } from '#/db/new-definition.ts';
import { insertStates, type NewState } from '#/db/new-state.ts';
import { CurrencyRows } from './currency-rows.ts';

/** The native currency's rows of genesis, by another announcement than the one they were written from. */
export interface RenewedNative {
  definitions: readonly NewDefinition[];
  states: readonly NewState[];
  /** Values that later rows build on. */
  known: KnownCurrency;
}

/**
 * The rows of genesis that the announcement has changed; null where they stand as announced. A chain that starts again may share its
 * genesis with the chain before it; then genesis is never reverted.
 */
export async function findRenewedNative(
  db: SqlExecutor,
  chainId: string,
  native: NativeDefinition,
): Promise<RenewedNative | null> {
  const known = new Map<string, KnownCurrency>();
  const rows = new CurrencyRows(chainId, known);
  rows.addNative(native);
  const { definitions, states } = rows;
  const renewed = known.get(native.definition.currencyId);
  const written = await findAnnouncedDefinition(db, chainId);
  if (renewed === undefined || written === null) return null;
  if (definitions.some(({ definition }) => definition === written)) return null;
  return { definitions, states, known: renewed };
}

/** Replaces the native currency's values by the announced ones, unless a block has defined it since. Its states stay numbered. */
export function renewKnown(known: Map<string, KnownCurrency>, chainId: string, renewed: RenewedNative): void {
  const before = known.get(chainId);
  if (before?.definedHeight === 0) known.set(chainId, { ...renewed.known, ordinal: before.ordinal });
}

export async function writeRenewedNative(
  tx: SqlExecutor,
  { chainId, chain }: { chainId: string; chain: number },
  { definitions, states }: RenewedNative,
): Promise<void> {
  await deleteAnnouncedDefinition(tx, chainId);
  await insertDefinitions(tx, definitions);
  await insertStates(tx, chain, states);
}
