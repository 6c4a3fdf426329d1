// Statements get keys as arrays, one for each column, and list them as `listed`. `wanted` has the ids for rows, and each key's place in
// the arrays, from 1. Keys with a name that has no id are left out.

import { rowOfAddress } from './address-id.ts';

const CHAIN = 'CROSS JOIN LATERAL (SELECT id FROM chain WHERE chain.chain_id = listed.chain_id LIMIT 1) chain';

export const CHAIN_AND_ADDRESS = `
  ${CHAIN}
  CROSS JOIN LATERAL (
    ${rowOfAddress('chain.id', 'listed.address')}
  ) address`;

const CURRENCY = `
  CROSS JOIN LATERAL (
    ${rowOfAddress('chain.id', 'listed.currency')}
  ) currency`;

export const CHAIN_ADDRESS_AND_CURRENCY = `${CHAIN_AND_ADDRESS} ${CURRENCY}`;

/** $1 to $3: chains, addresses, heights. */
export const WANTED_ADDRESSES = `
  (SELECT chain.id AS chain, address.id AS address_id, listed.height, listed.chain_id, listed.place
     FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS listed (chain_id, address, height, place)
     ${CHAIN_AND_ADDRESS}
  ) wanted`;

/** $1 to $3: chains, currencies, heights. */
export const WANTED_CURRENCIES = `
  (SELECT chain.id AS chain, currency.id AS currency_id, listed.height, listed.chain_id, listed.place
     FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS listed (chain_id, currency, height, place)
     ${CHAIN} ${CURRENCY}
  ) wanted`;
