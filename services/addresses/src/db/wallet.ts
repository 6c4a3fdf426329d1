import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { rowOfAddress } from './address-id.ts';

// A wallet is several addresses of one chain, read as one. Each address (of outputs: each of its guards) has an index range in the order
// of the list. A page is merged without reading `limit` rows of each range: `sample` reads a page of a few ranges, which are full at
// `near`; `first` reads the first rows of every range up to there, which are full at `bound`; `further` reads the unfinished ranges up
// to `bound`. An early end matters because Postgres looks at all rows of a range on one page of the index.

export interface Wallet {
  chainId: string;
  /** Each once. */
  addresses: readonly string[];
  height: number;
}

export const CHAIN = chainNumber(1);

export const WALLET = `
wallet AS MATERIALIZED (
  SELECT named.chain, named.id AS address_id
    FROM unnest($2::text[]) AS listed (address) CROSS JOIN LATERAL (${rowOfAddress(CHAIN, 'listed.address')}) named
)`;

/** Twice a page over all ranges, so that most are finished then. */
export function firstRows({ addresses }: Wallet, limit: number): number {
  return Math.min(limit, Math.ceil((2 * limit) / addresses.length));
}

const SAMPLE = 8;

/** None for a wallet of few addresses, where a sample costs as much as it spares. */
export function sampledRanges({ addresses }: Wallet): number {
  return addresses.length > 2 * SAMPLE ? SAMPLE : 0;
}
