import { checkChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { insertAddresses } from '#/db/addresses.ts';
import { writeGuardedCounts } from '#/db/guarded-counts.ts';
import { updateHolders } from '#/db/holders.ts';
import { insertKnownCurrencies } from '#/db/known-currencies.ts';
import { addressOutputs, tokenOutputs } from '#/db/output-links.ts';
import { writeSharedChanges } from '#/db/shared-balances.ts';
import { updateTokenBalances } from '#/db/token-balances.ts';
import type { BatchRows } from './batch-rows.ts';

/** @throws ChainNumberError */
export async function writeBlocks(tx: SqlExecutor, rows: BatchRows): Promise<void> {
  const { chain } = rows;
  await checkChain(tx, rows.chainId, chain);
  await insertAddresses(tx, chain, rows.addresses);
  await rows.transactionPlaces.insert(tx);
  await rows.outputs.insert(tx);
  await rows.ownerlessSpends.insert(tx);
  await addressOutputs.write(tx, chain, rows.addressOutputs);
  await tokenOutputs.write(tx, chain, rows.tokenOutputs);
  await rows.identityLocks.insert(tx);
  await rows.jointGuards.insert(tx);
  await writeGuardedCounts(tx, chain, rows.guardedChanges);
  await writeSharedChanges(tx, chain, rows.sharedChanges);
  await rows.balanceChanges.insert(tx);
  await updateTokenBalances(tx, chain, rows.tokenChanges);
  await rows.addressTransactions.insert(tx);
  await rows.nativeTransactions.insert(tx);
  await rows.hourStarts.insert(tx);
  await rows.activeCounts.insert(tx);
  await rows.holderChanges.insert(tx);
  await rows.heldTotals.insert(tx);
  await updateHolders(tx, chain, rows.holders);
  await insertKnownCurrencies(tx, chain, rows.currencies);
}
