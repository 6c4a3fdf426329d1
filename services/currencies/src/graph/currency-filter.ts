import { foldName } from '@ledgergraph/verus-protocol/name';
import type { CurrencyKind } from '#/currency/currency-kind.ts';
import type { LaunchState } from '#/currency/launch-state.ts';
import type { CurrencyFilter } from '#/db/definition-rows.ts';
import { readCurrencyId } from './find-named-currency.ts';

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
    search: args.search == null ? null : readSearch(args.search, rootName),
    kind: args.kind ?? null,
    launchState: args.launchState ?? null,
    reserveCurrencyId:
      args.reserveCurrencyId == null ? null : readCurrencyId('reserveCurrencyId', args.reserveCurrencyId),
  };
}

/** Folded as names are stored: without the @ of a whole name, and without the root, which only its own currency's name has. */
function readSearch(search: string, rootName: string): string {
  const folded = foldName(search.replace(/@.*$/s, ''));
  const root = `.${foldName(rootName)}`;
  return folded.endsWith(root) ? folded.slice(0, -root.length) : folded;
}
