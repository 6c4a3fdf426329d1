// The statement of list-movements.ts. Parameters are those of a page of transactions of one currency,
// oldest first: see transaction-statements.ts.

import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { NATIVE_ID } from './address-registry.ts';
import { rangeOf, TXID_OF_PAGE, WANTED_OF_CURRENCY } from './transaction-statements.ts';
import { ORDERS, stepRange } from './transaction-steps.ts';

const { ASC } = ORDERS;
const RANGE = rangeOf(ASC, '$7');

/** The native currency has rows in two tables, any other in one: see currencySteps. */
const STEPS_OF_CURRENCY = `
    (SELECT step.height, step.tx_index, step.satoshis AS amount, step.balance FROM native_transaction step
      WHERE wanted.currency_id = ${NATIVE_ID} AND ${stepRange('wanted', ['address_id'], ASC, RANGE)})
     UNION ALL
    (SELECT step.height, step.tx_index, step.credit - step.debit, step.balance FROM balance_change_row step
      WHERE ${stepRange('wanted', ['address_id', 'currency_id'], ASC, RANGE)})`;

export const MOVEMENT_PAGE = `
SELECT (wanted.place - 1)::integer AS "keyIndex", page.height, page.tx_index AS "txIndex", ${TXID_OF_PAGE} AS txid, page.amount, page.balance,
       (SELECT ${blockTime('block.time')} FROM applied_block AS block WHERE block.chain = wanted.chain AND block.height = page.height) AS time,
       (SELECT used.direction FROM address_transaction used
         WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id AND used.height = page.height
           AND used.tx_index = page.tx_index
         LIMIT 1) AS direction
  FROM ${WANTED_OF_CURRENCY}
 CROSS JOIN LATERAL (
    SELECT * FROM (${STEPS_OF_CURRENCY}) steps ORDER BY steps.height, steps.tx_index LIMIT $7
  ) page
 ORDER BY wanted.place, page.height, page.tx_index`;
