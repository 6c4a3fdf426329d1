import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { PendingKey } from './find-pool-transactions.ts';
import type { TransactionKey } from './find-transactions.ts';
import { BLOCK_OF_TX, transactionsByTxid } from './place-sql.ts';
import { IS_PENDING } from './pool-sql.ts';

export interface StayRecord {
  isPending: boolean;
  /** MINED, EXPIRED, CONFLICTED, REMOVED or RETURNED; null: it is in the mempool. */
  leftReason: string | null;
  leftAt: Date | null;
  conflictsWith: string[];
}

export interface TraceRecord {
  isOrphaned: boolean;
  /** SENDING, ACCEPTED or REJECTED; null: no client asked to send it. */
  submission: string | null;
  settledAt: Date | null;
}

/** Undefined without a stay by the serial. Index: pool_stay (chain_id, txid, enter_serial). */
export async function findStays(db: SqlExecutor, keys: readonly PendingKey[]): Promise<(StayRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<(StayRecord & { key: number })[]>(
    `SELECT wanted.key::integer AS key, ${IS_PENDING} AS "isPending", stay.left_reason AS "leftReason", stay.left_at AS "leftAt",
            ARRAY(SELECT encode(conflict.txid, 'hex') FROM unnest(stay.conflicts_with) WITH ORDINALITY AS conflict (txid, place)
                   ORDER BY conflict.place) AS "conflictsWith"
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, txid, height, serial, key)
      CROSS JOIN LATERAL (
        SELECT stay.left_serial, stay.left_reason, stay.left_height, stay.left_at, stay.conflicts_with FROM pool_stay stay
         WHERE stay.chain_id = wanted.chain_id AND stay.txid = decode(wanted.txid, 'hex') AND stay.enter_serial <= wanted.serial
         ORDER BY stay.enter_serial DESC LIMIT 1
      ) stay`,
    ...columnsOf(keys, 'chainId', 'txid', 'height', 'serial'),
  );
  return rowOfKeys(keys, rows);
}

/** For transactions without a stay or a block. Indexes: transaction (txid), primary keys of block and submission. */
export async function findTraces(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<TraceRecord[]> {
  return await db.$queryRawUnsafe<TraceRecord[]>(
    `SELECT orphan.found IS NOT NULL AS "isOrphaned", sent.state AS submission, sent.settled_at AS "settledAt"
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key)
       LEFT JOIN LATERAL (
         SELECT true AS found FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
          WHERE tx.chain = ${chainNumberOf('wanted.chain_id')} AND NOT block.main
          LIMIT 1
       ) orphan ON true
       LEFT JOIN LATERAL (
         SELECT submission.state, submission.settled_at FROM submission
          WHERE submission.chain_id = wanted.chain_id AND submission.txid = decode(wanted.txid, 'hex') LIMIT 1
       ) sent ON true
      ORDER BY wanted.key`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
}
