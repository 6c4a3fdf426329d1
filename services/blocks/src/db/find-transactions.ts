import { fromBinary } from '@bufbuild/protobuf';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { BLOCK_OF_TX, blocksByHash, NUMBERED, transactionsByTxid } from './place-sql.ts';

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
  ${blockTime('block.time')} AS time, block.main, tx.index, tx.size, tx.version, tx.lock_time AS "lockTime", tx.expiry_height AS "expiryHeight", tx.value_in AS "valueIn",
  tx.value_out AS "valueOut", tx.fee, tx.input_count AS "inputCount", tx.output_count AS "outputCount"`;

export interface TransactionKey {
  chainId: string;
  txid: string;
}

/** LIMIT keeps one probe for each key: before an ANALYZE, Postgres would join them by reading every transaction. */
export async function findMainTransactions(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(TransactionRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<(TransactionRecord & { key: number })[]>(
    `SELECT wanted.key::integer AS key, wanted.chain_id AS "chainId", found.*
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key) ${NUMBERED}
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS} FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
         WHERE tx.chain = numbered.id AND block.main
         LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
  return rowOfKeys(keys, rows);
}

export interface BlockPageKey {
  chainId: string;
  blockHash: string;
  /** Position after which the page begins; -1: at the coinbase. */
  after: number;
  limit: number;
}

export async function listBlockTransactions(
  db: SqlExecutor,
  keys: readonly BlockPageKey[],
): Promise<TransactionRecord[][]> {
  const rows = await db.$queryRawUnsafe<(TransactionRecord & { key: number })[]>(
    `SELECT ${COLUMNS}, wanted.chain_id AS "chainId", wanted.key::integer AS key
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
            WITH ORDINALITY AS wanted (chain_id, block_hash, after, amount, key) ${NUMBERED}
      CROSS JOIN LATERAL (
        SELECT * FROM ${blocksByHash("decode(wanted.block_hash, 'hex')")} AS any_chain WHERE any_chain.chain = numbered.id LIMIT 1
      ) block
      CROSS JOIN LATERAL (
        SELECT * FROM transaction held
         WHERE held.chain = block.chain AND held.height = block.height AND held.ordinal = block.ordinal AND held.index > wanted.after
         ORDER BY held.index LIMIT wanted.amount
      ) tx
      ORDER BY wanted.key, tx.index`,
    ...columnsOf(keys, 'chainId', 'blockHash', 'after', 'limit'),
  );
  return rowsOfKeys(keys, rows);
}

/** From a block of any branch: a txid commits to them. In the order of the keys. */
export async function findTransactionBodies(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(Transaction | undefined)[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; fragment: Uint8Array }[]>(
    `SELECT wanted.key::integer AS key, found.fragment
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key) ${NUMBERED}
      CROSS JOIN LATERAL (
        SELECT tx.fragment FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx WHERE tx.chain = numbered.id LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
  return rowOfKeys(keys, rows).map((row) => row && fromBinary(BlockSchema, row.fragment).transactions[0]);
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
  const rows = await db.$queryRawUnsafe<{ key: number; height: number; fee: bigint | null; fragment: Uint8Array }[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key) ${NUMBERED}
      CROSS JOIN LATERAL (
        SELECT block.height, tx.fee, tx.fragment FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx ${BLOCK_OF_TX}
         WHERE tx.chain = numbered.id AND block.main
         LIMIT 1
      ) found`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
  return rowOfKeys(keys, rows).map(
    (row) => row && { ...row, transaction: fromBinary(BlockSchema, row.fragment).transactions[0] },
  );
}
