import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { PENDING_KEYS, type PendingKey } from './find-pool-transactions.ts';
import { TRANSACTION_KEYS, type TransactionKey } from './find-transactions.ts';
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
  return PENDING_KEYS.find<StayRecord>(
    db,
    `SELECT wanted.key, ${IS_PENDING} AS "isPending", stay.left_reason AS "leftReason", stay.left_at AS "leftAt",
            ARRAY(SELECT encode(conflict.txid, 'hex') FROM unnest(stay.conflicts_with) WITH ORDINALITY AS conflict (txid, place)
                   ORDER BY conflict.place) AS "conflictsWith"
       FROM ${PENDING_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT stay.left_serial, stay.left_reason, stay.left_height, stay.left_at, stay.conflicts_with FROM pool_stay stay
         WHERE stay.chain_id = wanted.chain_id AND stay.txid = decode(wanted.txid, 'hex') AND stay.enter_serial <= wanted.serial
         ORDER BY stay.enter_serial DESC LIMIT 1
      ) stay`,
    keys,
  );
}

/** For transactions without a stay or a block. Indexes: transaction (txid), primary keys of block and submission. */
export async function findTraces(db: SqlExecutor, keys: readonly TransactionKey[]): Promise<TraceRecord[]> {
  return await db.$queryRawUnsafe<TraceRecord[]>(
    `SELECT orphan.found IS NOT NULL AS "isOrphaned", sent.state AS submission, sent.settled_at AS "settledAt"
       FROM ${TRANSACTION_KEYS.sql}
       LEFT JOIN LATERAL (
         SELECT true AS found FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
          WHERE tx.chain = wanted.chain AND NOT block.main
          LIMIT 1
       ) orphan ON true
       LEFT JOIN LATERAL (
         SELECT submission.state, submission.settled_at FROM submission
          WHERE submission.chain_id = wanted.chain_id AND submission.txid = decode(wanted.txid, 'hex') LIMIT 1
       ) sent ON true
      ORDER BY wanted.key`,
    ...TRANSACTION_KEYS.values(keys),
  );
}
