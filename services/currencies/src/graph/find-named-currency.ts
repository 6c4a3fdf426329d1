import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { type Named, onlyOne, readIds } from '@ledgergraph/chain-kit/graph/name-arguments';
import { didYouMean } from '@ledgergraph/chain-kit/graph/near-spellings';
import { notFound } from '@ledgergraph/graph-kit/errors';
import { shown } from '@ledgergraph/verus-protocol/named-id';
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
  return findCurrency(view, { argument, text }, context);
}

/**
 * The currency that an argument stands for, as of the view.
 * @throws VALIDATION_ERROR naming the argument; NOT_FOUND; AMBIGUOUS_NAME
 */
export async function findCurrency(view: ChainView, named: Named, context: Context): Promise<CurrencyObject> {
  const { text } = named;
  const read = await Promise.all(
    readIds(named, view.network).map((candidate) => findCurrencyObject(context, { view, currencyId: candidate })),
  );
  const found = read.filter((currency) => currency !== null);
  const currency = onlyOne(text, found, ({ row }) => `${row.fullyQualifiedName} (${row.currencyId})`);
  if (currency !== undefined) return currency;
  const suggested = didYouMean(await suggestNames(view, text, context));
  throw notFound(`no currency ${shown(text)} on ${view.network.name} at that block${suggested}`);
}
