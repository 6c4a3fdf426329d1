// Parameters are arrays with a value for each key: chain, address, the currency if there is one, the place before the page (height,
// tx_index), and the last height of the range; then the limit. A page is a range of the primary key of each table behind `step`.

import { currencySteps, ORDERS, type Order, type StepRange, stepRange } from './transaction-steps.ts';
import { CHAIN_ADDRESS_AND_CURRENCY, CHAIN_AND_ADDRESS } from './wanted-keys.ts';

export const TXID_OF_PAGE = `(SELECT encode(tx.txid, 'hex') FROM transaction_place tx
         WHERE tx.chain = wanted.chain AND tx.height = page.height AND tx.tx_index = page.tx_index)`;

const LISTED = `
SELECT (wanted.place - 1)::integer AS "keyIndex", page.height, page.tx_index AS "txIndex", ${TXID_OF_PAGE} AS txid,
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

export const WANTED_OF_CURRENCY = `
  (SELECT chain.id AS chain, address.id AS address_id, currency.id AS currency_id, listed.start_height, listed.start_tx_index,
          listed.end_height, listed.place
     FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[]) WITH ORDINALITY
       AS listed (chain_id, address, currency, start_height, start_tx_index, end_height, place)
     ${CHAIN_ADDRESS_AND_CURRENCY}
  ) wanted`;

/** @param limit expression of SQL */
export function rangeOf({ end }: Order, limit: string): StepRange {
  return { after: 'wanted.start_height, wanted.start_tx_index', last: `wanted.end_height, ${end}`, limit };
}

function ofAll(order: Order): string {
  return `${LISTED}
  FROM ${WANTED_OF_ALL}
 CROSS JOIN LATERAL (
    SELECT step.* FROM address_transaction step
     WHERE ${stepRange('wanted', ['address_id'], order, rangeOf(order, '$6'))}
  ) page
 ORDER BY wanted.place, page.height ${order.word}, page.tx_index ${order.word}`;
}

function ofCurrency(order: Order): string {
  const steps = currencySteps('wanted', order, rangeOf(order, '$7'));
  return `${LISTED}
  FROM ${WANTED_OF_CURRENCY}
 CROSS JOIN LATERAL (${steps}) step
 CROSS JOIN LATERAL (
    SELECT used.* FROM address_transaction used
     WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id AND used.height = step.height AND used.tx_index = step.tx_index
     LIMIT 1
  ) page
 ORDER BY wanted.place, page.height ${order.word}, page.tx_index ${order.word}`;
}

export const TRANSACTION_PAGES = {
  all: { ASC: ofAll(ORDERS.ASC), DESC: ofAll(ORDERS.DESC) },
  ofCurrency: { ASC: ofCurrency(ORDERS.ASC), DESC: ofCurrency(ORDERS.DESC) },
} as const;
