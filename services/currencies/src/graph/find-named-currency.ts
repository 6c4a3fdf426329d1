import { exactlyOne } from '@ledgergraph/chain-kit/graph/arguments';
import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readIdentityAddress, readNameCandidates } from '@ledgergraph/chain-kit/graph/name-arguments';
import { ambiguousName, notFound } from '@ledgergraph/graph-kit/errors';
import { type CurrencyObject, findCurrencyObject, getCurrencyObject } from './currency-object.ts';
import type { Context } from './loaders.ts';

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
  const given = exactlyOne({ name, currencyId });
  if (given.name === 'currencyId') {
    return getCurrencyObject(context, { view, currencyId: readIdentityAddress('currencyId', given.value) });
  }
  const found = await Promise.all(
    readNameCandidates('name', given.value, view.network).map((candidate) =>
      findCurrencyObject(context, { view, currencyId: candidate }),
    ),
  );
  const [only, ...more] = found.filter((currency) => currency !== null);
  if (only === undefined) throw notFound(`no currency is named ${given.value} on ${view.network.name} at that block`);
  if (more.length === 0) return only;
  throw ambiguousName(
    `${given.value} names several currencies on ${view.network.name}`,
    [only, ...more].map(({ row }) => `${row.fullyQualifiedName} (${row.currencyId})`),
  );
}
