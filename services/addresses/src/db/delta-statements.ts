// Parameters: $1 chain; $2 address; $3 and $4 the place before the first transaction (height, tx_index); $5 the last height; $6 the
// limit; $7 to $12 the place before the page: transaction, whether the output is spent, and its place. No index has what an address
// received and spent by place: a page reads the range of its transactions, each of which has one output at least, and the outputs of
// these, block by block until the page is full. The first transaction may have none left.

import { rowOfAddress } from './address-id.ts';
import { ORDERS, type Order, stepRange } from './transaction-steps.ts';
import { outputOf } from './utxo-links.ts';
import { CHAIN } from './wallet.ts';

const PLACE = 'height, tx_index, is_spent, output_height, output_tx_index, vout';

function inOrder({ word }: Order): string {
  return PLACE.replaceAll(',', ` ${word},`) + ` ${word}`;
}

/** A block has its transactions in `tx_indexes`. */
const DELTAS_OF_BLOCK = `
    SELECT block.height, output.tx_index, false AS is_spent, output.height AS output_height, output.tx_index AS output_tx_index,
           output.vout, output.satoshis, output.token_ids, output.token_satoshis
      FROM unnest(block.tx_indexes) AS creator (tx_index)
     CROSS JOIN LATERAL (
       SELECT * FROM output
        WHERE output.chain = block.chain AND output.height = block.height AND output.tx_index = creator.tx_index
       OFFSET 0
     ) output
     WHERE block.address_id = ANY (output.address_ids)
     UNION ALL
    SELECT block.height, link.spender_tx_index, true, link.height, link.tx_index,
           link.vout, output.satoshis, output.token_ids, output.token_satoshis
      FROM (SELECT * FROM address_spent_output link
             WHERE link.chain = block.chain AND link.address_id = block.address_id AND link.spent_height = block.height
            OFFSET 0) link
     CROSS JOIN ${outputOf('block.chain', 'link')}
     WHERE link.spender_tx_index = ANY (block.tx_indexes)`;

const TXID = (height: string, txIndex: string) => `(
       SELECT encode(tx.txid, 'hex') FROM transaction_place tx
        WHERE tx.chain = page.chain AND tx.height = page.${height} AND tx.tx_index = page.${txIndex})`;

function deltas(order: Order): string {
  const { word, behind, end } = order;
  const range = { after: '$3::integer, $4::integer', last: `$5::integer, ${end}`, limit: '$6::integer + 1' };
  return `
WITH wanted AS MATERIALIZED (
  SELECT named.chain, named.id AS address_id FROM (${rowOfAddress(CHAIN, '$2::text')}) named
),
blocks AS MATERIALIZED (
  SELECT steps.chain, steps.address_id, steps.height, array_agg(steps.tx_index) AS tx_indexes
    FROM (SELECT wanted.*, step.height, step.tx_index
            FROM wanted
           CROSS JOIN LATERAL (
             SELECT step.height, step.tx_index FROM address_transaction step
              WHERE ${stepRange('wanted', ['address_id'], order, range)}
           ) step) steps
   GROUP BY steps.chain, steps.address_id, steps.height
),
page AS MATERIALIZED (
  SELECT block.chain, delta.*
    FROM (SELECT * FROM blocks ORDER BY blocks.height ${word}) block
   CROSS JOIN LATERAL (${DELTAS_OF_BLOCK}) delta
   WHERE (${PLACE.split(', ')
     .map((column) => `delta.${column}`)
     .join(', ')})
         ${behind} ($7::integer, $8::integer, $9::boolean, $10::integer, $11::integer, $12::integer)
   ORDER BY ${inOrder(order)}
   LIMIT $6
)
SELECT page.height, page.tx_index AS "txIndex", page.is_spent AS "isSpent", page.output_height AS "outputHeight",
       page.output_tx_index AS "outputTxIndex", page.vout, page.satoshis, page.token_satoshis AS "tokenSatoshis",
       ${TXID('height', 'tx_index')} AS txid,
       ${TXID('output_height', 'output_tx_index')} AS "outputTxid",
       ARRAY(SELECT (SELECT named.address FROM address named WHERE named.chain = page.chain AND named.id = listed.id)
               FROM unnest(page.token_ids) WITH ORDINALITY AS listed (id, place) ORDER BY listed.place) AS "tokenIds"
  FROM page
 ORDER BY ${inOrder(order)}`;
}

export const DELTAS = { ASC: deltas(ORDERS.ASC), DESC: deltas(ORDERS.DESC) } as const;
