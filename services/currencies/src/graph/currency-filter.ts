import { readIdentityAddress, readNameSearch } from '@ledgergraph/chain-kit/graph/name-arguments';
import type { CurrencyKind } from '#/currency/currency-kind.ts';
import type { LaunchState } from '#/currency/launch-state.ts';
import type { CurrencyFilter } from '#/db/definition-rows.ts';

export interface FilterArguments {
  search?: string | null;
  kind?: CurrencyKind | null;
  launchState?: LaunchState | null;
  reserveCurrencyId?: string | null;
}

/**
 * The filters of Query.currencies, checked.
 * @throws VALIDATION_ERROR naming the argument
 */
export function readCurrencyFilter(args: FilterArguments, rootName: string): CurrencyFilter {
  return {
    search: args.search == null ? null : readNameSearch(args.search, rootName),
    kind: args.kind ?? null,
    launchState: args.launchState ?? null,
    reserveCurrencyId:
      args.reserveCurrencyId == null ? null : readIdentityAddress('reserveCurrencyId', args.reserveCurrencyId),
  };
}
