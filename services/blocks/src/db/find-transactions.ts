import { fromBinary } from '@bufbuild/protobuf';
import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { BLOCK_OF_TX, blocksByHash, transactionsByTxid } from './place-sql.ts';

/** Amounts in satoshis. */
export interface TransactionRecord {
  chainId: string;
  txid: string;
  blockHash: string;
  height: number;
  time: number;
  main: boolean;
  index: number;
  /** Bytes; null: not known without the transaction's bytes. */
  size: number | null;
  version: number;
  lockTime: bigint;
  expiryHeight: bigint | null;
  valueIn: bigint | null;
  valueOut: bigint;
  fee: bigint | null;
  inputCount: number;
  outputCount: number;
}

const COLUMNS = `encode(tx.txid, 'hex') AS txid, encode(block.hash, 'hex') AS "blockHash", block.height,
  block.time, block.main, tx.index, tx.size, tx.version, tx.lock_time AS "lockTime", tx.expiry_height AS "expiryHeight", tx.value_in AS "valueIn",
  tx.value_out AS "valueOut", tx.fee, tx.input_count AS "inputCount", tx.output_count AS "outputCount"`;

export const TRANSACTION_KEYS = describeKeys({ chainId: 'text', txid: 'text' });
export type TransactionKey = KeyOf<typeof TRANSACTION_KEYS>;

/** LIMIT keeps one probe for each key: before an ANALYZE, Postgres would join them by reading every transaction. */
function findIn(blocks: string): string {
  return `SELECT wanted.key, wanted.chain_id AS "chainId", found.*
       FROM ${TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
         WHERE tx.chain = wanted.chain ${blocks}
         LIMIT 1
      ) found`;
}

export async function findMainTransactions(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(TransactionRecord | undefined)[]> {
  return TRANSACTION_KEYS.find<TransactionRecord>(db, findIn('AND block.main'), keys);
}

/** In a block of the main chain, else in the removed block that was applied last. */
export async function findAnyTransactions(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(TransactionRecord | undefined)[]> {
  return TRANSACTION_KEYS.find<TransactionRecord>(db, findIn('ORDER BY block.main DESC, block.applied_at DESC'), keys);
}

const PAGE_KEYS = describeKeys({
  chainId: 'text',
  blockHash: 'text',
  /** Position after which the page begins; -1: at the coinbase. */
  after: 'integer',
  limit: 'integer',
});
export type BlockPageKey = KeyOf<typeof PAGE_KEYS>;

export async function listBlockTransactions(
  db: SqlExecutor,
  keys: readonly BlockPageKey[],
): Promise<TransactionRecord[][]> {
  return PAGE_KEYS.list<TransactionRecord>(
    db,
    `SELECT ${COLUMNS}, wanted.chain_id AS "chainId", wanted.key
       FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT * FROM ${blocksByHash("decode(wanted.block_hash, 'hex')")} AS any_chain WHERE any_chain.chain = wanted.chain LIMIT 1
      ) block
      CROSS JOIN LATERAL (
        SELECT * FROM transaction held
         WHERE held.chain = block.chain AND held.height = block.height AND held.ordinal = block.ordinal AND held.index > wanted.after
         ORDER BY held.index LIMIT wanted."limit"
      ) tx
      ORDER BY wanted.key, tx.index`,
    keys,
  );
}

/** From a block of any branch: a txid commits to them. In the order of the keys. */
export async function findTransactionBodies(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(Transaction | undefined)[]> {
  const rows = await TRANSACTION_KEYS.find<{ fragment: Uint8Array }>(
    db,
    `SELECT wanted.key, found.fragment
       FROM ${TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT tx.fragment FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx WHERE tx.chain = wanted.chain LIMIT 1
      ) found`,
    keys,
  );
  return rows.map((row) => row && fromBinary(BlockSchema, row.fragment).transactions[0]);
}

export interface PaidTransaction {
  height: number;
  fee: bigint | null;
  transaction: Transaction | undefined;
}

export async function findPaidTransactions(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(PaidTransaction | undefined)[]> {
  const rows = await TRANSACTION_KEYS.find<{ height: number; fee: bigint | null; fragment: Uint8Array }>(
    db,
    `SELECT wanted.key, found.*
       FROM ${TRANSACTION_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT block.height, tx.fee, tx.fragment FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
         WHERE tx.chain = wanted.chain AND block.main
         LIMIT 1
      ) found`,
    keys,
  );
  return rows.map((row) => row && { ...row, transaction: fromBinary(BlockSchema, row.fragment).transactions[0] });
}
