import { createHash } from 'node:crypto';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

/** Members of lists; see the Prisma schema. */
export const listingTable = describeTable(
  'listing',
  { scope: 'bigint', height: 'integer', txIndex: 'integer', vout: 'integer', ordinal: 'integer', since: 'integer' },
  { height: 'since' },
);
export type ListingRow = RowOf<typeof listingTable>;

/** A list of the graph, and the values of its filters: each combination that a client may ask for is a list of its own. */
export type ListName = 'transfers' | 'conversions' | 'trades' | 'exports' | 'imports' | 'registrations' | 'offers';

/** Filters by name; those that are null or absent select nothing and are left out. */
export type Filters = Readonly<Record<string, string | null | undefined>>;

/**
 * Number of a list with these filters, whatever their order: 64 bits of SHA-256. Among a million lists, two have the same number with a chance
 * of 3 in 100 million.
 */
export function scopeOf(list: ListName, filters: Filters = {}): bigint {
  const chosen = Object.entries(filters)
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, chosen]))
    .digest()
    .readBigInt64BE();
}

/**
 * Every combination of filters, each given by the values of a member: a member is in the list of each of them.
 * @param status a filter that all of these lists have; absent: none has it
 */
export function scopesOf(
  list: ListName,
  values: Readonly<Record<string, readonly (string | null)[]>>,
  status?: string,
): bigint[] {
  let combinations: Filters[] = [{ status }];
  for (const [name, given] of Object.entries(values)) {
    const distinct = [...new Set(given)].filter((value) => value !== null);
    combinations = combinations.flatMap((one) => [one, ...distinct.map((value) => ({ ...one, [name]: value }))]);
  }
  return combinations.map((filters) => scopeOf(list, filters));
}

/** List of the conversions of a basket from one currency into another that are trades. */
export function tradesScope(basketId: string, fromId: string, toId: string): bigint {
  return scopeOf('trades', { basket: basketId, from: fromId, to: toId });
}

/** List of the contributions to a launch. */
export function contributionsScope(currencyId: string): bigint {
  return scopeOf('transfers', { contributesTo: currencyId });
}
