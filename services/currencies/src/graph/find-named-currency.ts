import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findNamed, type NamedThings } from '@ledgergraph/chain-kit/graph/name-arguments';
import { type CurrencyObject, findCurrencyObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import { suggestNames } from './suggest-names.ts';

export interface NamedCurrencyArguments {
  name?: string | null;
  currencyId?: string | null;
}

/**
 * The currency that a field's arguments name, as of the view.
 * @throws VALIDATION_ERROR both or neither argument, malformed name or id; NOT_FOUND; AMBIGUOUS_NAME a name that two
 *   currencies of this chain answer to
 */
export async function findNamedCurrency(
  view: ChainView,
  { name, currencyId }: NamedCurrencyArguments,
  context: Context,
): Promise<CurrencyObject> {
  const { name: argument, value: text } = exactlyOne({ name, currencyId });
  return findNamed({ argument, text }, view, currenciesOf(view, context));
}

/** The currencies of a view, for arguments that name them. */
export function currenciesOf(view: ChainView, context: Context): NamedThings<CurrencyObject> {
  return {
    kind: 'currency',
    find: (currencyId) => findCurrencyObject(context, { view, currencyId }),
    nameOf: ({ row }) => `${row.fullyQualifiedName} (${row.currencyId})`,
    suggest: (text) => suggestNames(view, text, context),
  };
}
