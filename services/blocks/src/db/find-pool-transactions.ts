import { fromBinary } from '@bufbuild/protobuf';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { TRANSACTION_KEYS, type TransactionKey } from './find-transactions.ts';
import { IS_PENDING, POOL_COLUMNS } from './pool-sql.ts';

export interface PoolTransactionRecord {
  chainId: string;
  txid: string;
  firstSeenAt: Date;
  size: number;
  fee: bigint | null;
  expiryHeight: bigint | null;
}

const POOL_TRANSACTION_KEYS = describeKeys({ ...TRANSACTION_KEYS.types, serial: 'bigint' });
export type PoolTransactionKey = KeyOf<typeof POOL_TRANSACTION_KEYS>;

export const PENDING_KEYS = describeKeys({ ...POOL_TRANSACTION_KEYS.types, height: 'integer' });
export type PendingKey = KeyOf<typeof PENDING_KEYS>;

/**
 * Undefined for transactions not entered by the serial. Indexes: primary key of pool_transaction; pool_stay (chain_id, txid,
 * enter_serial).
 */
export async function findPoolTransactions(
  db: SqlExecutor,
  keys: readonly PoolTransactionKey[],
): Promise<(PoolTransactionRecord | undefined)[]> {
  return POOL_TRANSACTION_KEYS.find<PoolTransactionRecord>(
    db,
    `SELECT wanted.key, found.*
       FROM ${POOL_TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT ${POOL_COLUMNS} FROM pool_transaction tx
         WHERE tx.chain_id = wanted.chain_id AND tx.txid = decode(wanted.txid, 'hex')
           AND EXISTS (SELECT 1 FROM pool_stay stay
                        WHERE stay.chain_id = tx.chain_id AND stay.txid = tx.txid AND stay.enter_serial <= wanted.serial)
         LIMIT 1
      ) found`,
    keys,
  );
}

export async function findPoolBodies(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(Transaction | undefined)[]> {
  const rows = await TRANSACTION_KEYS.find<{ fragment: Uint8Array }>(
    db,
    `SELECT wanted.key, found.fragment
       FROM ${TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT tx.fragment FROM pool_transaction tx
         WHERE tx.chain_id = wanted.chain_id AND tx.txid = decode(wanted.txid, 'hex') LIMIT 1
      ) found`,
    keys,
  );
  return rows.map((row) => row && fromBinary(BlockSchema, row.fragment).transactions[0]);
}

/** Indexes: pool_spend (chain_id, txid); pool_stay (chain_id, txid, enter_serial). */
export async function findPendingParents(db: SqlExecutor, keys: readonly PendingKey[]): Promise<string[][]> {
  const rows = await PENDING_KEYS.list<{ parent: string }>(
    db,
    `SELECT wanted.key, encode(spent.txid, 'hex') AS parent
       FROM ${PENDING_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT DISTINCT spend.spent_txid AS txid FROM pool_spend spend
         WHERE spend.chain_id = wanted.chain_id AND spend.txid = decode(wanted.txid, 'hex')
      ) spent
      CROSS JOIN LATERAL (
        SELECT stay.left_serial, stay.left_reason, stay.left_height FROM pool_stay stay
         WHERE stay.chain_id = wanted.chain_id AND stay.txid = spent.txid AND stay.enter_serial <= wanted.serial
         ORDER BY stay.enter_serial DESC LIMIT 1
      ) stay
      WHERE ${IS_PENDING}
      ORDER BY wanted.key, spent.txid`,
    keys,
  );
  return rows.map((own) => own.map(({ parent }) => parent));
}
