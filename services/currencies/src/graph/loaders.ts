import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { createKeyedLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { SuggestionBudget } from '@ledgergraph/chain-kit/graph/near-spellings';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { type CurrencyAtHeight, type DefinitionRow, findDefinitions } from '#/db/definition-rows.ts';
import { findNearNames, type NearNamesKey } from '#/db/find-near-names.ts';
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

/** Loaders of one request: each kind of row in one query per wave. */
export interface Loaders {
  definition: KeyedLoader<CurrencyAtHeight, DefinitionRow | null>;
  state: KeyedLoader<CurrencyAtHeight, StateRow | null>;
  numberedState: KeyedLoader<StateKey, StateRow | null>;
  nativeSupply: KeyedLoader<ChainHeight, bigint>;
  blockStates: KeyedLoader<BlockKey, StateRow[]>;
  nearNames: KeyedLoader<NearNamesKey, string[]>;
  suggestions: SuggestionBudget;
}

export type Context = ReadContext<Loaders>;

export function createLoaders(db: SqlExecutor): Loaders {
  return {
    definition: createKeyedLoader((keys) => findDefinitions(db, keys)),
    state: createKeyedLoader((keys) => findStates(db, keys)),
    numberedState: createKeyedLoader((keys) => findStatesByOrdinal(db, keys)),
    nativeSupply: createKeyedLoader((keys) => findNativeSupplies(db, keys)),
    blockStates: createKeyedLoader((keys) => listBlockStates(db, keys)),
    // A request looks for few of them: a statement each.
    nearNames: createKeyedLoader((keys) => Promise.all(keys.map((key) => findNearNames(db, key)))),
    suggestions: new SuggestionBudget(),
  };
}
