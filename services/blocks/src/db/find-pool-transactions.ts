import { fromBinary } from '@bufbuild/protobuf';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { TransactionKey } from './find-transactions.ts';
import { IS_PENDING, POOL_COLUMNS } from './pool-sql.ts';

export interface PoolTransactionRecord {
  chainId: string;
  txid: string;
  firstSeenAt: Date;
  size: number;
  fee: bigint | null;
  expiryHeight: bigint | null;
}

export interface PoolTransactionKey extends TransactionKey {
  serial: bigint;
}

export interface PendingKey extends PoolTransactionKey {
  height: number;
}

/**
 * Undefined for transactions not entered by the serial. Indexes: primary key of pool_transaction; pool_stay (chain_id, txid,
 * enter_serial).
 */
export async function findPoolTransactions(
  db: SqlExecutor,
  keys: readonly PoolTransactionKey[],
): Promise<(PoolTransactionRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<(PoolTransactionRecord & { key: number })[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS wanted (chain_id, txid, serial, key)
      CROSS JOIN LATERAL (
        SELECT ${POOL_COLUMNS} FROM pool_transaction tx
         WHERE tx.chain_id = wanted.chain_id AND tx.txid = decode(wanted.txid, 'hex')
           AND EXISTS (SELECT 1 FROM pool_stay stay
                        WHERE stay.chain_id = tx.chain_id AND stay.txid = tx.txid AND stay.enter_serial <= wanted.serial)
         LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid', 'serial'),
  );
  return rowOfKeys(keys, rows);
}

export async function findPoolBodies(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(Transaction | undefined)[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; fragment: Uint8Array }[]>(
    `SELECT wanted.key::integer AS key, found.fragment
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key)
      CROSS JOIN LATERAL (
        SELECT tx.fragment FROM pool_transaction tx
         WHERE tx.chain_id = wanted.chain_id AND tx.txid = decode(wanted.txid, 'hex') LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
  return rowOfKeys(keys, rows).map((row) => row && fromBinary(BlockSchema, row.fragment).transactions[0]);
}

/** Indexes: pool_spend (chain_id, txid); pool_stay (chain_id, txid, enter_serial). */
export async function findPendingParents(db: SqlExecutor, keys: readonly PendingKey[]): Promise<string[][]> {
  const rows = await db.$queryRawUnsafe<{ key: number; parent: string }[]>(
    `SELECT wanted.key::integer AS key, encode(spent.txid, 'hex') AS parent
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, txid, height, serial, key)
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
    ...columnsOf(keys, 'chainId', 'txid', 'height', 'serial'),
  );
  return rowsOfKeys(keys, rows).map((own) => own.map(({ parent }) => parent));
}
