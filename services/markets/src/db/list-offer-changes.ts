import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { changeList } from '@ledgergraph/chain-kit/graph/change-places';

// An offer posted and ended by one block changes once. LIMIT keeps Postgres from reading a whole table to join its other row.
const CHANGED = `
  SELECT offer.height AS at_height, offer.tx_index AS at_tx_index, lot.txid, lot.gives_identity, offer.asks_identity, offer.pay_to
    FROM offer
   CROSS JOIN LATERAL (SELECT * FROM offer_lot WHERE chain = offer.chain AND txid = offer.lot_txid LIMIT 1) lot
   WHERE offer.chain = ${chainNumber(1)} AND offer.height BETWEEN $2 AND $3 AND lot.ended_height IS DISTINCT FROM offer.height
  UNION ALL
  SELECT lot.ended_height, lot.ended_tx_index, lot.txid, lot.gives_identity, offer.asks_identity, offer.pay_to
    FROM offer_lot lot
   CROSS JOIN LATERAL (SELECT * FROM offer WHERE chain = lot.chain AND lot_txid = lot.txid LIMIT 1) offer
   WHERE lot.chain = ${chainNumber(1)} AND lot.ended_height BETWEEN $2 AND $3`;

/** Each change stands once for each given or asked identity and for the payee; without any, once for the empty text. */
function changes(condition: string): string {
  return `
SELECT changed.at_height AS height, changed.at_tx_index AS "txIndex", -1 AS vout, named.address AS id, changed.txid AS reference
  FROM (${CHANGED}
  ) changed
 CROSS JOIN LATERAL (
   SELECT DISTINCT coalesce(address, '') AS address FROM unnest(ARRAY[gives_identity, asks_identity, pay_to]) AS all_of (address)
 ) named
 WHERE ${condition}
 ORDER BY changed.at_height, changed.at_tx_index, named.address COLLATE "C", changed.txid COLLATE "C"
 LIMIT $4`;
}

export const listOfferChanges = changeList(changes('TRUE'), changes('named.address = ANY ($5::text[])'));
