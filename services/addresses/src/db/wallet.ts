import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { rowOfAddress } from './address-id.ts';

// Parts that the statements of wallets share. A wallet is several addresses of one chain, read as if they were one.
//
// Each address (of outputs: each guard of each address) has a range of an index that is in the order of the list. A page
// of the wallet is merged from these ranges without reading `limit` rows of each:
// - `sample`: a page of each of a few ranges. The place at which the page is full, counted over these alone, is `near`: the
//   page ends there at the latest. Postgres looks at all rows of a range that stand on one page of the index, so a range
//   that ends early costs less than its first row.
// - `first`: the first rows of every range up to there, few where there are many ranges. `bound` is where the page is full now.
// - `further`: ranges that are not through by then are read on, up to that bound.

/** Addresses of one chain at a height. */
export interface Wallet {
  chainId: string;
  /** Each once. */
  addresses: readonly string[];
  height: number;
}

/** Number of $1, a chain. */
export const CHAIN = chainNumber(1);

/** Ids of the addresses of $2, the wallet. Addresses without an id are left out. */
export const WALLET = `
wallet AS MATERIALIZED (
  SELECT named.chain, named.id AS address_id
    FROM unnest($2::text[]) AS listed (address) CROSS JOIN LATERAL (${rowOfAddress(CHAIN, 'listed.address')}) named
)`;

/** Rows to take first of each range: twice a page of all together, so that most ranges are through then. */
export function firstRows({ addresses }: Wallet, limit: number): number {
  return Math.min(limit, Math.ceil((2 * limit) / addresses.length));
}

const SAMPLE = 8;

/** Ranges to sample; none of a wallet of few addresses, where a sample costs as much as it spares. */
export function sampledRanges({ addresses }: Wallet): number {
  return addresses.length > 2 * SAMPLE ? SAMPLE : 0;
}
