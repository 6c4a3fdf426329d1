import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PlaceKey } from './find-movement-facts.ts';

const AT_PLACE = 'height = wanted.height AND tx_index = ANY(wanted.indexes)';

const NOTABLE = `
SELECT DISTINCT wanted.height, notable.tx_index AS "txIndex"
  FROM (SELECT height, array_agg(tx_index) AS indexes, array_agg(txid) AS txids
          FROM unnest($2::integer[], $3::integer[], $4::text[]) AS listed (height, tx_index, txid)
         GROUP BY height) wanted
 CROSS JOIN ${chainNumber(1)} AS own (chain)
 CROSS JOIN LATERAL (
    SELECT tx_index FROM transaction_fact WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT stake_index FROM transaction_fact WHERE chain = own.chain AND height = wanted.height AND tx_index = 0
     UNION ALL
    SELECT tx_index FROM transfer WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT tx_index FROM payout WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT tx_index FROM registration WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT tx_index FROM launch WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT tx_index FROM offer WHERE chain = own.chain AND ${AT_PLACE}
     UNION ALL
    SELECT wanted.indexes[array_position(wanted.txids, txid)] FROM offer_lot WHERE chain = own.chain AND height = wanted.height
     UNION ALL
    SELECT wanted.indexes[array_position(wanted.txids, ended_txid)] FROM offer_lot WHERE chain = own.chain AND ended_height = wanted.height
  ) notable
 WHERE notable.tx_index IS NOT NULL`;

/** All other transactions have none of the facts of find-movement-facts.ts. @param keys of one chain */
export async function findNotableTransactions<Key extends PlaceKey>(
  db: SqlExecutor,
  chainId: string,
  keys: readonly Key[],
): Promise<Key[]> {
  const columns = [keys.map(({ height }) => height), keys.map(({ txIndex }) => txIndex), keys.map(({ txid }) => txid)];
  const rows = await db.$queryRawUnsafe<{ height: number; txIndex: number }[]>(NOTABLE, chainId, ...columns);
  const notable = new Set(rows.map(({ height, txIndex }) => `${height}:${txIndex}`));
  return keys.filter(({ height, txIndex }) => notable.has(`${height}:${txIndex}`));
}
