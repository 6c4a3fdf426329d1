export interface PoolContradiction {
  fault: string;
  txid: string;
}

const CHAIN = '(SELECT id FROM chain WHERE chain_id = $1)';

/**
 * Rows of the mempool that contradict each other or the main chain, at one moment. $1: i-address of the chain's native currency. Rows
 * are PoolContradiction.
 */
export const POOL_CONTRADICTIONS = `
  SELECT 'open twice' AS fault, encode(txid, 'hex') AS txid FROM pool_stay
    WHERE chain_id = $1 AND left_serial IS NULL GROUP BY txid HAVING count(*) > 1
   UNION ALL
   SELECT 'pending and in a block', encode(stay.txid, 'hex') FROM pool_stay stay
     JOIN transaction tx ON tx.txid = stay.txid
     JOIN block USING (chain, height, ordinal)
    WHERE block.main AND chain = ${CHAIN} AND stay.chain_id = $1 AND stay.left_serial IS NULL
   UNION ALL
   SELECT 'mined in no block', encode(stay.txid, 'hex') FROM pool_stay stay
    WHERE stay.chain_id = $1 AND stay.left_reason = 'MINED'
      AND NOT EXISTS (SELECT 1 FROM transaction tx JOIN block USING (chain, height, ordinal)
                       WHERE chain = ${CHAIN} AND tx.txid = stay.txid AND block.main AND height = stay.left_height)
   UNION ALL
   SELECT 'a serial twice', min(encode(txid, 'hex')) FROM (
     SELECT enter_serial AS serial, txid FROM pool_stay WHERE chain_id = $1
     UNION ALL SELECT left_serial, txid FROM pool_stay WHERE chain_id = $1 AND left_serial IS NOT NULL) change
    GROUP BY serial HAVING count(*) > 1
   UNION ALL
   SELECT 'a serial beyond the newest', encode(txid, 'hex') FROM pool_stay JOIN pool USING (chain_id)
    WHERE pool_stay.chain_id = $1 AND greatest(enter_serial, left_serial) > pool.serial`;
