import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { Network } from '@ledgergraph/service-kit/indexing/network';
import { revertAddressTransactions } from '#/db/address-transactions.ts';
import { revertHolders } from '#/db/holders.ts';
import { revertKnownCurrencies } from '#/db/known-currencies.ts';
import { revertOutputs } from '#/db/outputs.ts';

/** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. */
export async function revertBlocks(
  tx: SqlExecutor,
  { chainId }: Pick<Network, 'chainId'>,
  keepHeight: number,
): Promise<void> {
  await revertOutputs(tx, chainId, keepHeight);
  await revertAddressTransactions(tx, chainId, keepHeight);
  await revertHolders(tx, chainId, keepHeight);
  await revertKnownCurrencies(tx, chainId, keepHeight);
}
