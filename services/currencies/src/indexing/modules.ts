import { insertRowsOf, type Module } from '@ledgergraph/chain-kit/indexing/module';
import { findKnownCurrencies } from '#/db/known-currencies.ts';
import { definitions, nativeSupplies, states } from '#/db/tables.ts';
import { readNativeDefinition } from '#/rules/native-definition.ts';
import { collectRows, type Rows } from './collect-rows.ts';
import { type ReadBlock, readBlock } from './read-blocks.ts';
import type { CurrencyChanges } from './read-currency-changes.ts';
import { deleteAnnounced, findRenewedNative, type RenewedNative, renewKnown } from './renew-native.ts';

interface CurrencyRows extends Rows {
  /** Replaces the native currency's rows of genesis; null: they stay. */
  renewed: RenewedNative | null;
}

const currencies: Module<CurrencyRows, ReadBlock> = {
  tables: { definitions, states, nativeSupplies },
  read: readBlock,
  async prepare({ db, network: { chainId, nativeDefinition }, chain, blocks }) {
    const native = readNativeDefinition(nativeDefinition);
    const isGenesis = blocks[0]?.height === 0;
    const renewed = isGenesis ? null : await findRenewedNative(db, chain, native);
    const changes = blocks.flatMap((block) => block.changes);
    const known = await findKnownCurrencies(db, chain, mentionedIds(chainId, changes));
    if (renewed !== null) renewKnown(known, chainId, renewed);
    const [last] = await nativeSupplies.find(db, 'WHERE chain = $1 ORDER BY height DESC LIMIT 1', chain);
    return { ...collectRows(native, blocks, { known, nativeSupply: last?.supply ?? 0n }), renewed };
  },
  async write(tx, chain, rows) {
    if (rows.renewed !== null) {
      await deleteAnnounced(tx, chain);
      await insertRowsOf(currencies, tx, chain, rows.renewed);
    }
    await insertRowsOf(currencies, tx, chain, rows);
  },
};

export const MODULES = [currencies];

function mentionedIds(chainId: string, changes: readonly CurrencyChanges[]): string[] {
  const ids = new Set([chainId]);
  for (const { definitions: defined, notarizations } of changes) {
    for (const { definition } of defined) {
      ids.add(definition.currencyId);
      if (definition.parentId !== null) ids.add(definition.parentId);
    }
    for (const { own, others } of notarizations) {
      for (const { currencyId } of [own, ...others]) ids.add(currencyId);
    }
  }
  return [...ids];
}
