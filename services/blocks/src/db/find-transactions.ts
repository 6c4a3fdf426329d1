import { fromBinary } from '@bufbuild/protobuf';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';

/** A transaction in a block, without its inputs and outputs; amounts in satoshis. */
export interface TransactionRecord {
  chainId: string;
  txid: string;
  blockHash: string;
  height: number;
  /** Time of its block in Unix seconds. */
  time: number;
  /** False in a block that a reorganisation removed. */
  main: boolean;
  index: number;
  /** Serialised size in bytes; null where it is not known: its bytes have it. */
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

const COLUMNS = `tx.chain_id AS "chainId", encode(tx.txid, 'hex') AS txid, encode(tx.block_hash, 'hex') AS "blockHash", block.height,
  ${blockTime('block.time')} AS time, block.main, tx.index, tx.size, tx.version, tx.lock_time AS "lockTime", tx.expiry_height AS "expiryHeight", tx.value_in AS "valueIn",
  tx.value_out AS "valueOut", tx.fee, tx.input_count AS "inputCount", tx.output_count AS "outputCount"`;

export interface TransactionKey {
  chainId: string;
  txid: string;
}

/**
 * Main-chain transactions by txid; in the order of the keys, undefined for a transaction in no main-chain block.
 * Each key is probed by itself (the LIMIT keeps Postgres from joining all of them at once): on a database that has not been
 * analysed yet it would otherwise read every transaction of every block, fifteen times as slow on 668 blocks.
 */
export async function findMainTransactions(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(TransactionRecord | undefined)[]> {
  const rows = await db.$queryRawUnsafe<(TransactionRecord & { key: number })[]>(
    `SELECT wanted.key::integer AS key, found.*
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (chain_id, txid, key)
      CROSS JOIN LATERAL (
        SELECT ${COLUMNS}
          FROM transaction tx JOIN block ON block.chain_id = tx.chain_id AND block.hash = tx.block_hash
         WHERE block.main AND tx.chain_id = wanted.chain_id AND tx.txid = decode(wanted.txid, 'hex')
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

/** Pages of the transactions of several blocks, orphaned ones too; in the order of the keys. */
export async function listBlockTransactions(
  db: SqlExecutor,
  keys: readonly BlockPageKey[],
): Promise<TransactionRecord[][]> {
  const rows = await db.$queryRawUnsafe<(TransactionRecord & { key: number })[]>(
    `SELECT ${COLUMNS}, wanted.key::integer AS key
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[])
            WITH ORDINALITY AS wanted (chain_id, block_hash, after, amount, key)
       JOIN transaction tx ON tx.chain_id = wanted.chain_id AND tx.block_hash = decode(wanted.block_hash, 'hex')
        AND tx.index > wanted.after AND tx.index <= wanted.after + wanted.amount
       JOIN block ON block.chain_id = tx.chain_id AND block.hash = tx.block_hash
      ORDER BY wanted.key, tx.index`,
    ...columnsOf(keys, 'chainId', 'blockHash', 'after', 'limit'),
  );
  return rowsOfKeys(keys, rows);
}

/** Inputs and outputs by txid, from a block of any branch: a txid commits to them. In the order of the keys. */
export async function findTransactionBodies(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(Transaction | undefined)[]> {
  const rows = await db.$queryRawUnsafe<{ chainId: string; txid: string; fragment: Uint8Array }[]>(
    `SELECT DISTINCT ON (chain_id, txid) chain_id AS "chainId", encode(txid, 'hex') AS txid, fragment
       FROM transaction
      WHERE (chain_id, txid) IN
            (SELECT wanted.chain_id, decode(wanted.txid, 'hex') FROM unnest($1::text[], $2::text[]) AS wanted (chain_id, txid))`,
    ...columnsOf(keys, 'chainId', 'txid'),
  );
  const found = new Map(rows.map((row) => [`${row.chainId}:${row.txid}`, row.fragment]));
  return keys.map(({ chainId, txid }) => {
    const fragment = found.get(`${chainId}:${txid}`);
    return fragment === undefined ? undefined : fromBinary(BlockSchema, fragment).transactions[0];
  });
}
