import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { PoolChange } from '#/db/pool-rows.ts';
import { computeAddressChanges } from './compute-address-changes.ts';
import { findSpent, spentBy } from './find-spent.ts';

export async function findBlockChanges(
  db: SqlExecutor,
  chainId: string,
  transactions: readonly Transaction[],
): Promise<PoolChange[][]> {
  const spent = await findSpent(db, chainId, transactions);
  return transactions.map((transaction) =>
    computeAddressChanges(chainId, spentBy(transaction, spent), transaction.outputs).sort((a, b) =>
      a.address < b.address ? -1 : 1,
    ),
  );
}
