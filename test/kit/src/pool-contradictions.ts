/** A transaction whose rows contradict each other. */
export interface PoolContradiction {
  /** In words. */
  fault: string;
  txid: string;
}

/**
 * Finds rows of the mempool in a blocks database that contradict each other or the main chain, in one statement and so at one moment.
 * $1: i-address of the chain's native currency. Rows are PoolContradiction; none at any moment.
 */
export const POOL_CONTRADICTIONS = `
  SELECT 'open twice' AS fault, encode(txid, 'hex') AS txid FROM pool_stay
    WHERE chain_id = $1 AND left_serial IS NULL GROUP BY txid HAVING count(*) > 1
   UNION ALL
   SELECT 'pending and in a block', encode(stay.txid, 'hex') FROM pool_stay stay
     JOIN transaction tx ON tx.chain_id = $1 AND tx.txid = stay.txid
     JOIN block ON block.chain_id = $1 AND block.hash = tx.block_hash AND block.main
    WHERE stay.chain_id = $1 AND stay.left_serial IS NULL
   UNION ALL
   SELECT 'mined in no block', encode(stay.txid, 'hex') FROM pool_stay stay
    WHERE stay.chain_id = $1 AND stay.left_reason = 'MINED'
      AND NOT EXISTS (SELECT 1 FROM transaction tx JOIN block ON block.chain_id = $1 AND block.hash = tx.block_hash
                       WHERE tx.chain_id = $1 AND tx.txid = stay.txid AND block.main AND block.height = stay.left_height)
   UNION ALL
   SELECT 'a serial twice', min(encode(txid, 'hex')) FROM (
     SELECT enter_serial AS serial, txid FROM pool_stay WHERE chain_id = $1
     UNION ALL SELECT left_serial, txid FROM pool_stay WHERE chain_id = $1 AND left_serial IS NOT NULL) change
    GROUP BY serial HAVING count(*) > 1
   UNION ALL
   SELECT 'a serial beyond the newest', encode(txid, 'hex') FROM pool_stay JOIN pool USING (chain_id)
    WHERE pool_stay.chain_id = $1 AND greatest(enter_serial, left_serial) > pool.serial`;
