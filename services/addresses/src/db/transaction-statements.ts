// The statements of list-address-transactions.ts.
//
// Parameters are arrays with a value for each key: chain, address, the currency if there is one, the place before the
// page (height, tx_index), and the last height of the range; then the limit. The primary key of `step` leads through the
// pages: a page is a range of it.

import { CHAIN_ADDRESS_AND_CURRENCY, CHAIN_AND_ADDRESS } from './wanted-keys.ts';

/** Columns of ListedTransaction, from a row `page` of `address_transaction`. */
const LISTED = `
SELECT (wanted.place - 1)::integer AS "keyIndex", page.height, page.tx_index AS "txIndex",
       (SELECT encode(tx.txid, 'hex') FROM transaction_place tx
         WHERE tx.chain = wanted.chain AND tx.height = page.height AND tx.tx_index = page.tx_index) AS txid,
       page.direction,
       ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = wanted.chain AND named.id = listed.id)
               FROM unnest(page.currency_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "currencyIds",
       page.net_satoshis AS "netSatoshis", page.balance_after AS "balanceAfter"`;

const WANTED_OF_ALL = `
  (SELECT chain.id AS chain, address.id AS address_id, listed.start_height, listed.start_tx_index, listed.end_height, listed.place
     FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[]) WITH ORDINALITY
       AS listed (chain_id, address, start_height, start_tx_index, end_height, place)
     ${CHAIN_AND_ADDRESS}
  ) wanted`;

const WANTED_OF_CURRENCY = `
  (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, listed.start_height, listed.start_tx_index,
          listed.end_height, listed.place
     FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[]) WITH ORDINALITY
       AS listed (chain_id, address, currency, start_height, start_tx_index, end_height, place)
     ${CHAIN_ADDRESS_AND_CURRENCY}
  ) wanted`;

/** Joins the row of the address at each `step`. */
const USED_AT_STEP = `
      JOIN address_transaction used ON used.chain = step.chain AND used.address_id = step.address_id
       AND used.height = step.height AND used.tx_index = step.tx_index`;

const ALL_OLDEST_FIRST = `${LISTED}
  FROM ${WANTED_OF_ALL}
 CROSS JOIN LATERAL (
    SELECT used.* FROM address_transaction step ${USED_AT_STEP}
     WHERE (step.chain, step.address_id, step.height, step.tx_index)
           > (wanted.chain, wanted.address_id, wanted.start_height, wanted.start_tx_index)
       AND (step.chain, step.address_id, step.height) <= (wanted.chain, wanted.address_id, wanted.end_height)
     ORDER BY step.chain ASC, step.address_id ASC, step.height ASC, step.tx_index ASC
     LIMIT $6
  ) page
 ORDER BY wanted.place, page.height ASC, page.tx_index ASC`;

const ALL_NEWEST_FIRST = `${LISTED}
  FROM ${WANTED_OF_ALL}
 CROSS JOIN LATERAL (
    SELECT used.* FROM address_transaction step ${USED_AT_STEP}
     WHERE (step.chain, step.address_id, step.height, step.tx_index)
           < (wanted.chain, wanted.address_id, wanted.start_height, wanted.start_tx_index)
       AND (step.chain, step.address_id, step.height) >= (wanted.chain, wanted.address_id, wanted.end_height)
     ORDER BY step.chain DESC, step.address_id DESC, step.height DESC, step.tx_index DESC
     LIMIT $6
  ) page
 ORDER BY wanted.place, page.height DESC, page.tx_index DESC`;

const OF_CURRENCY_OLDEST_FIRST = `${LISTED}
  FROM ${WANTED_OF_CURRENCY}
 CROSS JOIN LATERAL (
    SELECT used.* FROM balance_change step ${USED_AT_STEP}
     WHERE (step.chain, step.address_id, step.currency_id, step.height, step.tx_index)
           > (wanted.chain, wanted.address_id, wanted.currency_id, wanted.start_height, wanted.start_tx_index)
       AND (step.chain, step.address_id, step.currency_id, step.height) <= (wanted.chain, wanted.address_id, wanted.currency_id, wanted.end_height)
     ORDER BY step.chain ASC, step.address_id ASC, step.currency_id ASC, step.height ASC, step.tx_index ASC
     LIMIT $7
  ) page
 ORDER BY wanted.place, page.height ASC, page.tx_index ASC`;

const OF_CURRENCY_NEWEST_FIRST = `${LISTED}
  FROM ${WANTED_OF_CURRENCY}
 CROSS JOIN LATERAL (
    SELECT used.* FROM balance_change step ${USED_AT_STEP}
     WHERE (step.chain, step.address_id, step.currency_id, step.height, step.tx_index)
           < (wanted.chain, wanted.address_id, wanted.currency_id, wanted.start_height, wanted.start_tx_index)
       AND (step.chain, step.address_id, step.currency_id, step.height) >= (wanted.chain, wanted.address_id, wanted.currency_id, wanted.end_height)
     ORDER BY step.chain DESC, step.address_id DESC, step.currency_id DESC, step.height DESC, step.tx_index DESC
     LIMIT $7
  ) page
 ORDER BY wanted.place, page.height DESC, page.tx_index DESC`;

/** A page of an address's transactions: all of them, or those that moved one currency. */
export const TRANSACTION_PAGES = {
  all: { ASC: ALL_OLDEST_FIRST, DESC: ALL_NEWEST_FIRST },
  ofCurrency: { ASC: OF_CURRENCY_OLDEST_FIRST, DESC: OF_CURRENCY_NEWEST_FIRST },
} as const;
