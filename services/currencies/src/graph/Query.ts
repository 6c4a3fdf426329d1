import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { listCurrencyChanges } from '#/db/list-changes.ts';
import { type CurrenciesArguments, listCurrencies } from './currency-list.ts';
import { getStateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import { findNamedCurrency } from './named-currencies.ts';
import { type HistoryArguments, listStateHistory } from './state-history.ts';

interface CurrencyArguments {
  currency: string;
  chainId?: string | null;
  asOf?: AsOf | null;
}

export const Query = {
  currencies: (_: unknown, args: CurrenciesArguments, context: Context) => listCurrencies(args, context),

  currency: async (_: unknown, args: CurrencyArguments, context: Context) =>
    findNamedCurrency(await context.view(args.chainId, { asOf: args.asOf }), args.currency, context),

  currencyState: async (_: unknown, args: CurrencyArguments, context: Context) => {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    return getStateObject(context, await findNamedCurrency(view, args.currency, context));
  },

  currencyChanges: changesIn(listCurrencyChanges),

  currencyHistory: (_: unknown, args: HistoryArguments, context: Context) => listStateHistory(args, context),
};
