import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findSpent, spentBy } from '#/changes/find-spent.ts';
import type { TransactionFlows } from '#/changes/read-parties.ts';
import type { TransactionKey } from '#/db/find-transactions.ts';

export async function loadTransactionFlows(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
  transactions: readonly (Transaction | undefined)[],
): Promise<(TransactionFlows | undefined)[]> {
  const flows: (TransactionFlows | undefined)[] = keys.map(() => undefined);
  for (const chainId of new Set(keys.map((key) => key.chainId))) {
    const own = transactions.flatMap((transaction, index) =>
      transaction !== undefined && keys[index]?.chainId === chainId ? [{ transaction, index }] : [],
    );
    const spent = await findSpent(
      db,
      chainId,
      own.map(({ transaction }) => transaction),
    );
    for (const { transaction, index } of own)
      flows[index] = { chainId, transaction, spent: spentBy(transaction, spent) };
  }
  return flows;
}
