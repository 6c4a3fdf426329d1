import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findNamed, type NamedThings } from '@ledgergraph/chain-kit/graph/name-arguments';
import { type CurrencyObject, findCurrencyObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import { suggestNames } from './suggest-names.ts';

export function findNamedCurrency(
  view: ChainView,
  text: string,
  context: Context,
  argument = 'currency',
): Promise<CurrencyObject> {
  return findNamed({ argument, text }, view, currenciesOf(view, context));
}

export function currenciesOf(view: ChainView, context: Context): NamedThings<CurrencyObject> {
  return {
    kind: 'currency',
    find: (currencyId) => findCurrencyObject(context, { view, currencyId }),
    nameOf: ({ row }) => `${row.fullyQualifiedName} (${row.currencyId})`,
    suggest: (text) => suggestNames(view, text, context),
  };
}
