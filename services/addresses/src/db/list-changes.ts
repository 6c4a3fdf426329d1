import { changeList } from '@ledgergraph/chain-kit/graph/change-places';
import { rowOfAddress } from './address-id.ts';

const OF_ALL = `
SELECT used.height, used.tx_index AS "txIndex", -1 AS vout, named.address AS id, encode(tx.txid, 'hex') AS reference
  FROM chain
  JOIN address_transaction used ON used.chain = chain.id AND used.height BETWEEN $2 AND $3
  JOIN address named ON named.chain = used.chain AND named.id = used.address_id
  JOIN transaction_place tx ON tx.chain = used.chain AND tx.height = used.height AND tx.tx_index = used.tx_index
 WHERE chain.chain_id = $1
 ORDER BY used.height, used.tx_index, named.address COLLATE "C"
 LIMIT $4`;

const OF_SOME = `
SELECT used.height, used.tx_index AS "txIndex", -1 AS vout, wanted.address AS id, encode(tx.txid, 'hex') AS reference
  FROM unnest($5::text[]) AS wanted (address)
 CROSS JOIN LATERAL (SELECT id FROM chain WHERE chain.chain_id = $1 LIMIT 1) chain
 CROSS JOIN LATERAL (
   ${rowOfAddress('chain.id', 'wanted.address')}
 ) named
 CROSS JOIN LATERAL (
   SELECT * FROM address_transaction
    WHERE chain = chain.id AND address_id = named.id AND height BETWEEN $2 AND $3
    ORDER BY chain, address_id, height, tx_index LIMIT $4
 ) used
  JOIN transaction_place tx ON tx.chain = used.chain AND tx.height = used.height AND tx.tx_index = used.tx_index
 ORDER BY used.height, used.tx_index, wanted.address COLLATE "C"
 LIMIT $4`;

/** In chain order; equal places by address. */
export const listAddressChanges = changeList(OF_ALL, OF_SOME);
