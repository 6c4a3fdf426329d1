import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BLOCK_OF_TX, SPENDER_OF_SPEND, spendsOf, transactionsByTxid } from './place-sql.ts';

export interface MissedTransaction {
  txid: string;
  expiryHeight: bigint | null;
  minedHeight: number | null;
  rivals: string[];
  parents: { txid: string; leftReason: string | null; conflictsWith: string[] }[];
}

export async function findMissed(
  db: SqlExecutor,
  chainId: string,
  txids: readonly string[],
): Promise<MissedTransaction[]> {
  return db.$queryRawUnsafe<MissedTransaction[]>(
    `SELECT wanted.txid, content.expiry_height AS "expiryHeight",
            (SELECT tx.height FROM ${transactionsByTxid('content.txid')} AS tx ${BLOCK_OF_TX}
              WHERE tx.chain = ${chainNumber(1)} AND block.main LIMIT 1) AS "minedHeight",
            ARRAY(SELECT encode(rival.txid, 'hex') FROM (
                SELECT spender.txid
                  FROM pool_spend own
                 CROSS JOIN LATERAL ${spendsOf('own.spent_txid', 'own.vout')} AS spend ${SPENDER_OF_SPEND}
                 WHERE own.chain_id = $1 AND own.txid = content.txid AND spend.chain = ${chainNumber(1)} AND spender.txid <> content.txid
                UNION
                SELECT other.txid
                  FROM pool_spend own
                  JOIN pool_spend other ON other.chain_id = $1 AND other.spent_txid = own.spent_txid
                   AND other.vout = own.vout AND other.txid <> content.txid
                  JOIN pool_stay stay ON stay.chain_id = $1 AND stay.txid = other.txid AND stay.left_serial IS NULL
                 WHERE own.chain_id = $1 AND own.txid = content.txid AND other.txid <> ALL($3::bytea[])
              ) rival ORDER BY 1) AS rivals,
            (SELECT coalesce(json_agg(json_build_object('txid', encode(parent.txid, 'hex'),
                      'leftReason', parent.left_reason,
                      'conflictsWith', ARRAY(SELECT encode(rival, 'hex') FROM unnest(parent.conflicts_with) AS rival))), '[]')
               FROM (SELECT DISTINCT ON (stay.txid) stay.txid, stay.left_reason, stay.conflicts_with
                       FROM pool_spend own
                       JOIN pool_stay stay ON stay.chain_id = $1 AND stay.txid = own.spent_txid
                      WHERE own.chain_id = $1 AND own.txid = content.txid
                      ORDER BY stay.txid, stay.enter_serial DESC) parent) AS parents
       FROM unnest($2::text[]) WITH ORDINALITY AS wanted (txid, place)
       JOIN pool_transaction content ON content.chain_id = $1 AND content.txid = decode(wanted.txid, 'hex')
      ORDER BY wanted.place`,
    chainId,
    txids,
    `{${txids.map((txid) => `"\\\\x${txid}"`).join(',')}}`,
  );
}
