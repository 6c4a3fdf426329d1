import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { readNativeDefinition } from '#/currency/native-definition.ts';
import { findKnownCurrencies } from '#/db/known-currencies.ts';
import { findNativeSupplies } from '#/db/native-supply.ts';
import { collectRows, type Rows } from './collect-rows.ts';
import type { ReadBlock } from './read-blocks.ts';
import type { CurrencyChanges } from './read-currency-changes.ts';
import { findRenewedNative, type RenewedNative, renewKnown } from './renew-native.ts';

/** All rows of a batch, ready to be written. */
export interface BatchRows extends Rows {
  /** Replaces the native currency's rows of genesis; null: they stay. */
  renewed: RenewedNative | null;
}

/** Reads the states that consecutive blocks, at least one, build on and computes the rows that they add. */
export async function prepareBlocks(
  db: SqlExecutor,
  { chainId, nativeDefinition }: Network,
  blocks: readonly ReadBlock[],
): Promise<BatchRows> {
  const native = readNativeDefinition(nativeDefinition);
  const firstHeight = blocks[0]?.height ?? 0;
  const renewed = firstHeight === 0 ? null : await findRenewedNative(db, chainId, native);
  const mentioned = mentionedIds(
    chainId,
    blocks.flatMap(({ changes }) => changes),
  );
  const [nativeSupply = 0n] = await findNativeSupplies(db, [{ chainId, height: firstHeight - 1 }]);
  const known = await findKnownCurrencies(db, chainId, mentioned);
  if (renewed !== null) renewKnown(known, chainId, renewed);
  const rows = collectRows(native, blocks, {
    known,
    nativeSupply,
  });
  return { ...rows, renewed };
}

/** Every currency whose earlier rows the new ones depend on. */
function mentionedIds(chainId: string, changes: readonly CurrencyChanges[]): string[] {
  const ids = new Set([chainId]);
  for (const { definitions, notarizations } of changes) {
    for (const { definition } of definitions) {
      ids.add(definition.currencyId);
      if (definition.parentId !== null) ids.add(definition.parentId);
    }
    for (const { own, others } of notarizations) {
      for (const { currencyId } of [own, ...others]) ids.add(currencyId);
    }
  }
  return [...ids];
}
