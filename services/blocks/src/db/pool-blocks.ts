import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { lockPool } from './pool-rows.ts';

export interface MinedBlock {
  height: number;
  transactions: readonly { txid: Uint8Array }[];
}

/** In the transaction of the blocks, so that a transaction is either pending or in a block. The pool's lock prevents a new entry. */
export async function leaveIntoBlocks(tx: SqlExecutor, chainId: string, blocks: readonly MinedBlock[]): Promise<void> {
  const serial = await lockPool(tx, chainId);
  // During a backfill the pool is empty, and the blocks hold thousands of transactions.
  const [open] = await tx.$queryRawUnsafe<unknown[]>(
    'SELECT 1 FROM pool_stay WHERE chain_id = $1 AND left_serial IS NULL LIMIT 1',
    chainId,
  );
  if (open === undefined) return;
  const mined = blocks.flatMap(({ height, transactions }) => transactions.map(({ txid }) => ({ height, txid })));
  await tx.$executeRawUnsafe(
    `WITH ended AS (
       UPDATE pool_stay stay
          SET left_serial = $4::bigint + mined.place, left_reason = 'MINED', left_height = mined.height, left_at = now()
         FROM (
           SELECT newest.enter_serial, block.height,
                  row_number() OVER (ORDER BY block.height, newest.enter_serial) AS place
             FROM unnest($2::text[], $3::integer[]) AS block (txid, height)
            CROSS JOIN LATERAL (
              SELECT enter_serial, left_serial FROM pool_stay
               WHERE chain_id = $1 AND txid = decode(block.txid, 'hex') ORDER BY enter_serial DESC LIMIT 1
            ) newest
            WHERE newest.left_serial IS NULL
         ) mined
        WHERE stay.chain_id = $1 AND stay.enter_serial = mined.enter_serial
       RETURNING 1
     )
     UPDATE pool SET serial = serial + (SELECT count(*) FROM ended) WHERE chain_id = $1`,
    chainId,
    mined.map(({ txid }) => hex(txid)),
    mined.map(({ height }) => height),
    serial,
  );
}

/** In the transaction that removes the blocks. The next reading of the pool shows whether the node still holds their transactions. */
export async function returnFromBlocks(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  const serial = await lockPool(tx, chainId);
  await tx.$executeRawUnsafe(
    `WITH returned AS (
       UPDATE pool_stay SET left_reason = 'RETURNED'
        WHERE chain_id = $1 AND left_reason = 'MINED' AND left_height > $2 RETURNING txid, enter_serial
     ), opened AS (
       INSERT INTO pool_stay (chain_id, enter_serial, txid, conflicts_with)
       SELECT $1, $3::bigint + row_number() OVER (ORDER BY enter_serial), txid, '{}' FROM returned
       RETURNING 1
     )
     UPDATE pool SET serial = serial + (SELECT count(*) FROM opened) WHERE chain_id = $1`,
    chainId,
    keepHeight,
    serial,
  );
}
