// `wanted` has the chain, the height h and the serial S that a request reads at.

export const POOL_COLUMNS = `tx.chain_id AS "chainId", encode(tx.txid, 'hex') AS txid, tx.first_seen_at AS "firstSeenAt", tx.size, tx.fee,
  tx.expiry_height AS "expiryHeight"`;

/** A stay that ended by a block above h, or because its block left the chain (until the next stay begins), is still in force. */
export const IS_PENDING = `
  CASE stay.left_reason WHEN 'MINED' THEN stay.left_height > wanted.height
                        WHEN 'RETURNED' THEN true
                        ELSE stay.left_serial IS NULL OR stay.left_serial > wanted.serial END`;
