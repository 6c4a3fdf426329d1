import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { findIdIfGiven, readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { CurrencyFilter } from '#/db/definition-rows.ts';
import type { CurrencyKind } from '#/rules/currency-kind.ts';
import type { LaunchState } from '#/rules/launch-state.ts';
import type { Context } from './loaders.ts';
import { currenciesOf } from './named-currencies.ts';

export interface FilterArguments {
  search?: string | null;
  kind?: CurrencyKind | null;
  launchState?: LaunchState | null;
  reserveCurrency?: string | null;
}

/** @throws VALIDATION_ERROR naming the argument; NOT_FOUND and AMBIGUOUS_NAME of a reserve's name */
export async function readCurrencyFilter(
  args: FilterArguments,
  view: ChainView,
  context: Context,
): Promise<CurrencyFilter> {
  return {
    search: args.search == null ? null : readNameSearch(args.search, view.network.rootName),
    kind: args.kind ?? null,
    launchState: args.launchState ?? null,
    // An id need not be known: a basket may hold currencies that this chain has not defined.
    reserveCurrencyId: await findIdIfGiven('reserveCurrency', args.reserveCurrency, view, currenciesOf(view, context)),
  };
}
