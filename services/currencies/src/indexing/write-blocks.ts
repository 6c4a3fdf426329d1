import type { Network } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { readNativeDefinition } from '#/currency/native-definition.ts';
import { insertBlockOutputs, listBlockOutputs } from '#/db/block-outputs.ts';
import { findKnownCurrencies } from '#/db/known-currencies.ts';
import { findNativeSupplies, insertNativeSupplies } from '#/db/native-supply.ts';
import { insertDefinitions } from '#/db/new-definition.ts';
import { insertStates } from '#/db/new-state.ts';
import { collectRows } from './collect-rows.ts';
import { type FindOutputValue, outputValueFinder } from './output-values.ts';
import type { ReadBlock } from './read-block.ts';
import type { CurrencyChanges } from './read-currency-changes.ts';
import { renewNative } from './renew-native.ts';

/** Writes the definitions, states and native supply of consecutive blocks. */
export async function writeBlocks(tx: SqlExecutor, network: Network, blocks: readonly ReadBlock[]): Promise<void> {
  const [first] = blocks;
  if (first === undefined) return;
  const { chainId } = network;
  const native = readNativeDefinition(network.nativeDefinition);
  if (first.height > 0) await renewNative(tx, chainId, native);
  const mentioned = mentionedIds(
    chainId,
    blocks.flatMap(({ changes }) => changes),
  );
  const [nativeSupply = 0n] = await findNativeSupplies(tx, [{ chainId, height: first.height - 1 }]);
  const rows = collectRows(native, blocks, {
    known: await findKnownCurrencies(tx, chainId, mentioned),
    nativeSupply,
    findOutputValue: await loadOutputValues(tx, chainId, first.height - network.finalityDepth, blocks),
  });
  await insertDefinitions(tx, rows.definitions);
  await insertStates(tx, rows.states);
  await insertNativeSupplies(tx, chainId, rows.nativeSupplies);
  await insertBlockOutputs(tx, chainId, blocks);
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

/**
 * The node leaves out an input's value where the spent output is itself on a branch that lost (verusd's spent index follows
 * the main chain), so it lies in these blocks or in those that a reorganisation can still take back.
 */
async function loadOutputValues(
  tx: SqlExecutor,
  chainId: string,
  fromHeight: number,
  blocks: readonly ReadBlock[],
): Promise<FindOutputValue> {
  if (blocks.every(({ issuance }) => issuance.unvalued.length === 0)) return () => undefined;
  const kept = await listBlockOutputs(tx, chainId, fromHeight);
  return outputValueFinder([...kept, ...blocks.map(({ values }) => values)]);
}
