import { createHash } from 'node:crypto';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

export const listingTable = describeTable(
  'listing',
  { scope: 'bigint', height: 'integer', txIndex: 'integer', vout: 'integer', ordinal: 'integer', since: 'integer' },
  { height: 'since' },
);
export type ListingRow = RowOf<typeof listingTable>;

/** Each combination of filters that a client may ask for is a list of its own. */
export type ListName = 'transfers' | 'conversions' | 'trades' | 'exports' | 'imports' | 'registrations' | 'offers';

export type Filters = Readonly<Record<string, string | null | undefined>>;

/** 64 bits of SHA-256: among a million lists, two have the same number with a chance of 3 in 100 million. */
export function scopeOf(list: ListName, filters: Filters = {}): bigint {
  const chosen = Object.entries(filters)
    .filter(([, value]) => value != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([list, chosen]))
    .digest()
    .readBigInt64BE();
}

/** A member is in the list of every combination of its values. @param status a filter of all these lists */
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

export function tradesScope(basketId: string, fromId: string, toId: string): bigint {
  return scopeOf('trades', { basket: basketId, from: fromId, to: toId });
}

export function contributionsScope(currencyId: string): bigint {
  return scopeOf('transfers', { contributesTo: currencyId });
}
