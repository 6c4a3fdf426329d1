// Parameters are those of a page of transactions of one currency: see transaction-statements.ts.

import { NATIVE_ID } from './address-registry.ts';
import { rangeOf, TXID_OF_PAGE, WANTED_OF_CURRENCY } from './transaction-statements.ts';
import { ORDERS, type Order, stepRange } from './transaction-steps.ts';

/** The native currency has rows in two tables: see currencySteps. */
function stepsOfCurrency(order: Order): string {
  const range = rangeOf(order, '$7');
  return `
    (SELECT step.height, step.tx_index, step.satoshis AS amount, step.balance FROM native_transaction step
      WHERE wanted.currency_id = ${NATIVE_ID} AND ${stepRange('wanted', ['address_id'], order, range)})
     UNION ALL
    (SELECT step.height, step.tx_index, step.credit - step.debit, step.balance FROM balance_change_row step
      WHERE ${stepRange('wanted', ['address_id', 'currency_id'], order, range)})`;
}

function movementPage(order: Order): string {
  return `
SELECT (wanted.place - 1)::integer AS "keyIndex", page.height, page.tx_index AS "txIndex", ${TXID_OF_PAGE} AS txid, page.amount, page.balance,
       (SELECT block.time FROM applied_block AS block WHERE block.chain = wanted.chain AND block.height = page.height) AS time,
       (SELECT used.direction FROM address_transaction used
         WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id AND used.height = page.height
           AND used.tx_index = page.tx_index
         LIMIT 1) AS direction
  FROM ${WANTED_OF_CURRENCY}
 CROSS JOIN LATERAL (
    SELECT * FROM (${stepsOfCurrency(order)}) steps ORDER BY steps.height ${order.word}, steps.tx_index ${order.word} LIMIT $7
  ) page
 ORDER BY wanted.place, page.height ${order.word}, page.tx_index ${order.word}`;
}

export const MOVEMENT_PAGES = { ASC: movementPage(ORDERS.ASC), DESC: movementPage(ORDERS.DESC) } as const;
