import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransactionFlows } from '#/changes/read-parties.ts';
import { findPaidTransactions, type TransactionKey } from '#/db/find-transactions.ts';
import { loadTransactionFlows } from './load-transaction-flows.ts';

export interface MovementFlows {
  height: number;
  /** In satoshis. */
  fee: bigint | null;
  flows: TransactionFlows | undefined;
}

export async function loadMovementFlows(
  db: SqlExecutor,
  keys: readonly TransactionKey[],
): Promise<(MovementFlows | undefined)[]> {
  const paid = await findPaidTransactions(db, keys);
  const flows = await loadTransactionFlows(
    db,
    keys,
    paid.map((one) => one?.transaction),
  );
  return paid.map((one, index) => one && { height: one.height, fee: one.fee, flows: flows[index] });
}
