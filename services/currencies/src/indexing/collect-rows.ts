import type { KnownCurrency } from '#/db/known-currencies.ts';
import type { NativeSupply, StoredDefinition, StoredState } from '#/db/tables.ts';
import { isRootDefinition, type NativeDefinition } from '#/rules/native-definition.ts';
import { CurrencyRows } from './currency-rows.ts';
import type { ReadBlock } from './read-blocks.ts';

export interface Before {
  known: Map<string, KnownCurrency>;
  /** In satoshis. */
  nativeSupply: bigint;
}

export interface Rows {
  definitions: StoredDefinition[];
  states: StoredState[];
  nativeSupplies: NativeSupply[];
}

export function collectRows(native: NativeDefinition, blocks: readonly ReadBlock[], before: Before): Rows {
  const rows = new CurrencyRows(native.definition.currencyId, before.known);
  const isRootChain = isRootDefinition(native.definition);
  const nativeSupplies: NativeSupply[] = [];
  let supply = before.nativeSupply;
  for (const { height, changes, issued } of blocks) {
    if (height === 0) rows.addNative(native);
    for (const transaction of changes) rows.addTransaction(transaction);
    supply += issued;
    if (issued !== 0n) nativeSupplies.push({ height, supply });
    if (isRootChain) rows.addIssuance(height, issued, supply);
  }
  return { definitions: rows.definitions, states: rows.states, nativeSupplies };
}
