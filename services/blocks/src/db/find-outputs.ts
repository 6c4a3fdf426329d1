import { fromBinary } from '@bufbuild/protobuf';
import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BlockSchema, type Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { transactionsByTxid } from './place-sql.ts';

/** From a block of any branch or the mempool, even a former one: a txid commits to the outputs. */
export async function findOutputs(
  db: SqlExecutor,
  chainId: string,
  txids: readonly string[],
): Promise<Map<string, Output[]>> {
  if (txids.length === 0) return new Map();
  const rows = await db.$queryRawUnsafe<{ txid: string; fragment: Uint8Array }[]>(
    `SELECT wanted.txid, found.fragment FROM unnest($2::text[]) AS wanted (txid)
      CROSS JOIN LATERAL (
        (SELECT tx.fragment FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx WHERE tx.chain = ${chainNumber(1)} LIMIT 1)
        UNION ALL
        (SELECT pooled.fragment FROM pool_transaction pooled
          WHERE pooled.chain_id = $1 AND pooled.txid = decode(wanted.txid, 'hex'))
        LIMIT 1
      ) found`,
    chainId,
    txids,
  );
  return new Map(
    rows.map(({ txid, fragment }) => [txid, fromBinary(BlockSchema, fragment).transactions[0]?.outputs ?? []]),
  );
}

export async function findOutputCounts(
  db: SqlExecutor,
  chainId: string,
  txids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRawUnsafe<{ txid: string; outputs: number }[]>(
    `SELECT wanted.txid, found.output_count AS outputs FROM unnest($2::text[]) AS wanted (txid)
      CROSS JOIN LATERAL (
        SELECT tx.output_count FROM ${transactionsByTxid("decode(wanted.txid, 'hex')")} AS tx WHERE tx.chain = ${chainNumber(1)} LIMIT 1
      ) found`,
    chainId,
    txids,
  );
  return new Map(rows.map(({ txid, outputs }) => [txid, outputs]));
}
