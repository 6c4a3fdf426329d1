import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { changeList } from '@ledgergraph/chain-kit/graph/change-places';

const OF_ALL = `
SELECT height, tx_index AS "txIndex", vout, identity_address AS id, version::text AS reference
  FROM identity_revision
 WHERE chain = ${chainNumber(1)} AND height BETWEEN $2 AND $3
 ORDER BY height, tx_index, vout
 LIMIT $4`;

const OF_SOME = `
SELECT r.height, r.tx_index AS "txIndex", r.vout, r.identity_address AS id, r.version::text AS reference
  FROM unnest($5::text[]) AS wanted (identity_address)
 CROSS JOIN LATERAL (
   SELECT * FROM identity_revision
    WHERE chain = ${chainNumber(1)} AND identity_address = wanted.identity_address AND height BETWEEN $2 AND $3
    ORDER BY chain, identity_address, height, version LIMIT $4
 ) r
 ORDER BY r.height, r.tx_index, r.vout
 LIMIT $4`;

export const listIdentityChanges = changeList(OF_ALL, OF_SOME);
