import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import type { NativeDefinition } from '#/currency/native-definition.ts';
import { findKnownCurrencies } from '#/db/known-currencies.ts';
import { findNativeSupplies } from '#/db/native-supply.ts';
import { collectRows, type Rows } from './collect-rows.ts';
import type { ReadBlock } from './read-blocks.ts';
import type { CurrencyChanges } from './read-currency-changes.ts';

/**
 * Computes the rows that consecutive blocks, at least one, add. It reads the states that they build on inside the
 * transaction that writes them, when the batch before is written (docs/adr/0018-blocks-are-written-in-bulk.md).
 */
export async function prepareBlocks(
  tx: SqlExecutor,
  { chainId }: Network,
  native: NativeDefinition,
  blocks: readonly ReadBlock[],
): Promise<Rows> {
  const firstHeight = blocks[0]?.height ?? 0;
  const mentioned = mentionedIds(
    chainId,
    blocks.flatMap(({ changes }) => changes),
  );
  const [nativeSupply = 0n] = await findNativeSupplies(tx, [{ chainId, height: firstHeight - 1 }]);
  return collectRows(native, blocks, {
    known: await findKnownCurrencies(tx, chainId, mentioned),
    nativeSupply,
  });
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
