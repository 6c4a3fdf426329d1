import type { CurrencyReference } from './currency-markets.ts';
import { listConversionsOfCurrency } from './list-conversions.ts';
import { listSupplyEventsOfCurrency } from './list-supply-events.ts';
import type { Context } from './loaders.ts';
import type { PageArguments } from './nodes.ts';

export const currencyLists = {
  conversions: (currency: CurrencyReference, args: PageArguments, context: Context) =>
    listConversionsOfCurrency(context, currency, args),
  supplyEvents: (currency: CurrencyReference, args: PageArguments, context: Context) =>
    listSupplyEventsOfCurrency(context, currency, args),
};
