import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { SuggestionBudget } from '@ledgergraph/chain-kit/graph/near-spellings';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { getBlockTimes } from '#/db/block-times.ts';
import { type CurrencyAtHeight, type DefinitionRow, findDefinitions } from '#/db/definition-rows.ts';
import { findNearNames, type NearNamesKey } from '#/db/find-near-names.ts';
import { findImportStates, type ImportPlace } from '#/db/import-states.ts';
import { type ChainHeight, findNativeSupplies } from '#/db/native-supply.ts';
import { findStates, findStatesByOrdinal, listBlockStates, type StateKey, type StateRow } from '#/db/state-rows.ts';

export interface CurrencyKey {
  view: ChainView;
  currencyId: string;
}

export interface BlockKey {
  chainId: string;
  hash: string;
}

/** Each kind of row is one query per wave. */
export interface Loaders {
  definition: KeyedLoader<CurrencyAtHeight, DefinitionRow | null>;
  state: KeyedLoader<CurrencyAtHeight, StateRow | null>;
  numberedState: KeyedLoader<StateKey, StateRow | null>;
  nativeSupply: KeyedLoader<ChainHeight, bigint>;
  blockTime: KeyedLoader<ChainHeight, number>;
  blockStates: KeyedLoader<BlockKey, StateRow[]>;
  importState: KeyedLoader<ImportPlace, StateRow | null>;
  nearNames: KeyedLoader<NearNamesKey, string[]>;
  suggestions: SuggestionBudget;
}

export type Context = ReadContext<Loaders>;

export function createLoaders({ reads }: Pick<Context, 'reads'>): Loaders {
  return {
    definition: createReadLoader(reads, findDefinitions),
    state: createReadLoader(reads, findStates),
    numberedState: createReadLoader(reads, findStatesByOrdinal),
    nativeSupply: createReadLoader(reads, findNativeSupplies),
    blockTime: createReadLoader(reads, getBlockTimes),
    blockStates: createReadLoader(reads, listBlockStates),
    importState: createReadLoader(reads, findImportStates),
    // A request looks for few of them: a statement each.
    nearNames: createReadLoader(reads, (db, keys) => Promise.all(keys.map((key) => findNearNames(db, key)))),
    suggestions: new SuggestionBudget(),
  };
}
