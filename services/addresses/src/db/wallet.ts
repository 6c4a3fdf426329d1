// Parts that the statements of wallets share. A wallet is several addresses of one chain, read as if they were one.
//
// Each address (of outputs: each guard of each address) has a range of an index that is in the order of the list. A page
// of the wallet is merged from these ranges without reading `limit` rows of each: `first` takes the first rows of every
// range, few where there are many ranges; the row in which the page is full, counted over all of `first`, bounds the page;
// and only ranges that are not through by then are read on, up to that bound.

/** Addresses of one chain at a height. */
export interface Wallet {
  chainId: string;
  /** Each once. */
  addresses: readonly string[];
  height: number;
}

/** Ids of the addresses of $1, a chain, and $2, the wallet; `place` counts these from 1. Addresses without an id are left out. */
export const WALLET = `
wallet AS MATERIALIZED (
  SELECT chain.id AS chain, named.id AS address_id, listed.place
    FROM (SELECT id FROM chain WHERE chain_id = $1::text LIMIT 1) chain
   CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS listed (address, place)
   CROSS JOIN LATERAL (
     SELECT named.id FROM address named WHERE named.chain = chain.id AND named.address = listed.address LIMIT 1
   ) named
)`;

/** Rows to take first of each range: twice a page of all together, so that most ranges are through then. */
export function firstRows({ addresses }: Wallet, limit: number): number {
  return Math.min(limit, Math.ceil((2 * limit) / addresses.length));
}
