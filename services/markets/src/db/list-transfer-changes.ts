import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { changeList } from '@ledgergraph/chain-kit/graph/change-places';

/** @param isLast SQL that is true if the block did nothing later to the transfer */
function changedBy(link: '' | 'export_' | 'import_', isLast: string): string {
  return `
  SELECT ${link}height AS at_height, ${link}tx_index AS at_tx_index, ${link}vout AS at_vout, txid, vout,
         senders || refund_addresses || destination AS parties
    FROM transfer
   WHERE chain = ${chainNumber(1)} AND ${link}height BETWEEN $2 AND $3 AND ${isLast}`;
}

// A block that does several things to a transfer changes it once, at the last of them.
const CHANGED = [
  changedBy('', 'export_height IS DISTINCT FROM height AND import_height IS DISTINCT FROM height'),
  changedBy('export_', 'import_height IS DISTINCT FROM export_height'),
  changedBy('import_', 'TRUE'),
].join('\n  UNION ALL');

/** Each change stands once for each sender, receiver and refund address; without any, once for the empty text. */
function changes(condition: string): string {
  return `
SELECT changed.at_height AS height, changed.at_tx_index AS "txIndex", changed.at_vout AS vout, named.address AS id,
       encode(changed.txid, 'hex') || ':' || changed.vout AS reference
  FROM (${CHANGED}
  ) changed
 CROSS JOIN LATERAL (SELECT DISTINCT address FROM unnest(changed.parties) AS all_of (address)) named
 WHERE ${condition}
 ORDER BY changed.at_height, changed.at_tx_index, changed.at_vout, named.address COLLATE "C", changed.txid, changed.vout
 LIMIT $4`;
}

export const listTransferChanges = changeList(changes('TRUE'), changes('named.address = ANY ($5::text[])'));
