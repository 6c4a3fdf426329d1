import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { changeList, type ListChanges } from '@ledgergraph/chain-kit/graph/change-places';
import type { ChangePlace } from '@ledgergraph/graph-kit/change-place';
import { scopeOf } from './list-scopes.ts';

/** The key that Conversion.settlement of the schema describes. */
const settlement = (vout: string, ordinal: string): string =>
  `encode(paid.txid, 'hex') || ':' || ${vout} || ':' || ${ordinal}`;

const OF_ALL = `
SELECT transfer.import_height AS height, transfer.import_tx_index AS "txIndex", transfer.import_vout AS vout, transfer.basket_id AS id,
       ${settlement('transfer.import_vout', 'transfer.import_ordinal')} AS reference
  FROM transfer
 CROSS JOIN LATERAL (
   SELECT txid FROM import
    WHERE import.chain = transfer.chain AND import.height = transfer.import_height AND import.tx_index = transfer.import_tx_index
      AND import.vout = transfer.import_vout LIMIT 1
 ) paid
 WHERE transfer.chain = ${chainNumber(1)} AND transfer.import_height BETWEEN $2 AND $3 AND transfer.basket_id IS NOT NULL
 ORDER BY transfer.import_height, transfer.import_tx_index, transfer.import_vout, transfer.import_ordinal
 LIMIT $4`;

// $5 is baskets, $6 the scopes of the lists of their conversions.
const OF_SOME = `
SELECT member.height, member.tx_index AS "txIndex", member.vout, wanted.basket_id AS id,
       ${settlement('member.vout', 'member.ordinal')} AS reference
  FROM unnest($5::text[], $6::bigint[]) AS wanted (basket_id, scope)
 CROSS JOIN LATERAL (
   SELECT * FROM listing
    WHERE chain = ${chainNumber(1)} AND scope = wanted.scope AND height BETWEEN $2 AND $3
    ORDER BY chain, scope, height, tx_index, vout, ordinal LIMIT $4
 ) member
 CROSS JOIN LATERAL (
   SELECT txid FROM import
    WHERE import.chain = member.chain AND import.height = member.height AND import.tx_index = member.tx_index AND import.vout = member.vout
    LIMIT 1
 ) paid
 ORDER BY member.height, member.tx_index, member.vout, member.ordinal
 LIMIT $4`;

export const listConversionChanges: ListChanges = async (db, range) => {
  const { chainId, from, to, ids, limit } = range;
  if (ids === null) return changeList(OF_ALL, '')(db, range);
  const scopes = ids.map((basket) => String(scopeOf('conversions', { basket })));
  return db.$queryRawUnsafe<ChangePlace[]>(OF_SOME, chainId, from, to, limit, ids, scopes);
};
