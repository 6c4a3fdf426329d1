import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import DataLoader from 'dataloader';
import { type CurrencyAtHeight, type DefinitionRow, findDefinitions } from '#/db/definition-rows.ts';
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
  definition: DataLoader<CurrencyKey, DefinitionRow | null, string>;
  state: DataLoader<CurrencyKey, StateRow | null, string>;
  numberedState: DataLoader<StateKey, StateRow | null, string>;
  nativeSupply: DataLoader<ChainHeight, bigint, string>;
  blockStates: DataLoader<BlockKey, StateRow[], string>;
}

export type Context = ReadContext<Loaders>;

export function createLoaders(db: SqlExecutor): Loaders {
  return {
    definition: new DataLoader((keys) => findDefinitions(db, keys.map(atHeight)), { cacheKeyFn: currencyCacheKey }),
    state: new DataLoader((keys) => findStates(db, keys.map(atHeight)), { cacheKeyFn: currencyCacheKey }),
    numberedState: new DataLoader((keys) => findStatesByOrdinal(db, keys), {
      cacheKeyFn: (key) => JSON.stringify(Object.entries(key).sort()),
    }),
    nativeSupply: new DataLoader((keys) => findNativeSupplies(db, keys), {
      cacheKeyFn: ({ chainId, height }) => `${chainId}:${height}`,
    }),
    blockStates: new DataLoader((keys) => listBlockStates(db, keys), {
      cacheKeyFn: ({ chainId, hash }) => `${chainId}:${hash}`,
    }),
  };
}

function atHeight({ view, currencyId }: CurrencyKey): CurrencyAtHeight {
  return { chainId: view.chainId, currencyId, height: view.height };
}

function currencyCacheKey({ view, currencyId }: CurrencyKey): string {
  return `${view.viewKey}:${currencyId}`;
}
