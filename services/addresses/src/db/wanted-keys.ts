// Parts that statements share. A statement gets its keys as arrays, one for each column, and lists them as `listed`. `wanted` has them with
// the ids that stand for them in rows, and with the place of each in the arrays, from 1. Keys with a name that has no id are left out.

import { rowOfAddress } from './address-id.ts';

const CHAIN = 'CROSS JOIN LATERAL (SELECT id FROM chain WHERE chain.chain_id = listed.chain_id LIMIT 1) chain';

/** Joins the ids of the chain and the address of each listed key. */
export const CHAIN_AND_ADDRESS = `
  ${CHAIN}
  CROSS JOIN LATERAL (
    ${rowOfAddress('chain.id', 'listed.address')}
  ) address`;

const CURRENCY = `
  CROSS JOIN LATERAL (
    ${rowOfAddress('chain.id', 'listed.currency')}
  ) currency`;

/** Joins the ids of the chain, the address and the currency of each listed key. */
export const CHAIN_ADDRESS_AND_CURRENCY = `${CHAIN_AND_ADDRESS} ${CURRENCY}`;

/** The addresses at heights of $1 to $3: chains, addresses, heights. */
export const WANTED_ADDRESSES = `
  (SELECT chain.id AS chain, address.id AS address_id, listed.height, listed.chain_id, listed.place
     FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS listed (chain_id, address, height, place)
     ${CHAIN_AND_ADDRESS}
  ) wanted`;

/** The currencies at heights of $1 to $3: chains, currencies, heights. */
export const WANTED_CURRENCIES = `
  (SELECT chain.id AS chain, currency.id AS currency_id, listed.height, listed.chain_id, listed.place
     FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS listed (chain_id, currency, height, place)
     ${CHAIN} ${CURRENCY}
  ) wanted`;
