import { readHeight, readList } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf, ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { listCurrencyChanges } from '#/db/list-changes.ts';
import type { StateAtObject } from './CurrencyStateAt.ts';
import { type CurrenciesArguments, listCurrencies } from './currency-list.ts';
import { getStateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import { findNamedCurrency } from './named-currencies.ts';
import { type HistoryArguments, listStateHistory } from './state-history.ts';

interface ReadArguments {
  chainId?: string | null;
  asOf?: AsOf | null;
}

interface CurrencyArguments extends ReadArguments {
  currency: string;
}

interface StatesAtArguments extends CurrencyArguments {
  heights: readonly number[];
}

const NAMES_MAX = 1_000;
const HEIGHTS_MAX = 1_000;

export const Query = {
  currencies: (_: unknown, args: CurrenciesArguments, context: Context) => listCurrencies(args, context),

  currency: async (_: unknown, args: CurrencyArguments, context: Context) =>
    findNamedCurrency(await context.view(args.chainId, { asOf: args.asOf }), args.currency, context),

  async currenciesByName(_: unknown, args: ReadArguments & { names: readonly string[] }, context: Context) {
    const names = readList('names', args.names, NAMES_MAX);
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return names.map((text) => findNamedCurrency(view, text, context, 'names'));
  },

  currencyState: async (_: unknown, args: CurrencyArguments, context: Context) => {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return getStateObject(context, await findNamedCurrency(view, args.currency, context));
  },

  async currencyStatesAt(_: unknown, args: StatesAtArguments, context: Context): Promise<StateAtObject[]> {
    const view = await context.view(args.chainId);
    const heights = readList('heights', args.heights, HEIGHTS_MAX).map((height) => readPastHeight(height, view));
    const currency = await findNamedCurrency(view, args.currency, context);
    return heights.map((height) => ({ currency, height }));
  },

  currencyChanges: changesIn(listCurrencyChanges),

  currencyHistory: (_: unknown, args: HistoryArguments, context: Context) => listStateHistory(args, context),
};

function readPastHeight(value: number, { height, network }: ChainView): number {
  if (readHeight('heights', value) <= height) return value;
  throw validationError('heights', `heights: the latest block of ${network.name} is ${height}`);
}
