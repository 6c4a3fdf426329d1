import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { transactionsByTxid } from './place-sql.ts';

/** Numbers of outputs of transactions by txid, from a block of any branch: a txid commits to them. Unknown ones are left out. */
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
