// Hashes and txids are looked up alone, in a subquery with OFFSET 0, before the chain is compared: without statistics Postgres would use
// the key that begins with the chain and read all blocks (docs/adr/0049). LIMIT 1 of a place prevents a join of all rows.

export function blocksByHash(hash: string): string {
  return `(SELECT * FROM block WHERE block.hash = ${hash} OFFSET 0)`;
}

export function transactionsByTxid(txid: string): string {
  return `(SELECT * FROM transaction WHERE transaction.txid = ${txid} OFFSET 0)`;
}

export const BLOCK_OF_TX = `
  CROSS JOIN LATERAL (SELECT * FROM block
                       WHERE block.chain = tx.chain AND block.height = tx.height AND block.ordinal = tx.ordinal LIMIT 1) AS block`;

/** FROM item: inputs on any main chain that spend an output. @param txid SQL of its bytes @param vout SQL of its position */
export function spendsOf(txid: string, vout: string): string {
  const key = (ofTxid: string, ofVout: string): string =>
    `(hash_record_extended(ROW(${ofTxid}), 0) # ${ofVout}::bigint)`;
  return `(SELECT * FROM spend WHERE ${key('spend.txid', 'spend.vout')} = ${key(txid, vout)}
                                 AND spend.txid = ${txid} AND spend.vout = ${vout} OFFSET 0)`;
}

export const SPENDER_OF_SPEND = `
  CROSS JOIN LATERAL (SELECT tx.txid
                        FROM (SELECT ordinal FROM block
                               WHERE block.chain = spend.chain AND block.height = spend.height AND main LIMIT 1) AS mined
                       CROSS JOIN LATERAL (SELECT txid FROM transaction held
                                            WHERE held.chain = spend.chain AND held.height = spend.height AND held.ordinal = mined.ordinal
                                              AND held.index = spend.spender_tx_index LIMIT 1) AS tx) AS spender`;

export const PARENT_OF_BRANCH = `
  CROSS JOIN LATERAL (SELECT chain, height, hash, previous_hash, main FROM block below
                       WHERE below.chain = branch.chain AND below.height = branch.height - 1 AND below.hash = branch.previous_hash
                       LIMIT 1) AS parent`;
