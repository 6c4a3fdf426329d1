import { findChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { revertActiveCounts } from '#/db/active-counts.ts';
import { AddressRegistry } from '#/db/address-registry.ts';
import { revertAddressTransactions } from '#/db/address-transactions.ts';
import { revertAddresses } from '#/db/addresses.ts';
import { revertGuardedCounts } from '#/db/guarded-counts.ts';
import { revertHolders } from '#/db/holders.ts';
import { revertIdentityLocks } from '#/db/identity-locks.ts';
import { revertJointGuards } from '#/db/joint-guards.ts';
import { revertKnownCurrencies } from '#/db/known-currencies.ts';
import { revertNativeTransactions } from '#/db/native-transactions.ts';
import { addressOutputs, tokenOutputs } from '#/db/output-links.ts';
import { revertOutputs } from '#/db/outputs.ts';
import { revertOwnerlessSpends } from '#/db/ownerless-spends.ts';
import { revertSharedBalances } from '#/db/shared-balances.ts';
import { revertTransactionPlaces } from '#/db/transaction-places.ts';

/** Leaves the rows as if blocks above keepHeight had never been applied; -1 removes all. */
export async function revertBlocks(
  tx: SqlExecutor,
  { chainId }: Pick<Network, 'chainId'>,
  keepHeight: number,
): Promise<void> {
  const chain = await findChain(tx, chainId);
  if (chain === undefined) return;
  await tokenOutputs.revert(tx, chain, keepHeight);
  await addressOutputs.revert(tx, chain, keepHeight);
  await revertOwnerlessSpends(tx, chain, keepHeight);
  await revertOutputs(tx, chain, keepHeight);
  await revertGuardedCounts(tx, chain, keepHeight);
  await revertSharedBalances(tx, chain, keepHeight);
  await revertJointGuards(tx, chain, keepHeight);
  await revertIdentityLocks(tx, chain, keepHeight);
  await revertNativeTransactions(tx, chain, keepHeight);
  await revertAddressTransactions(tx, chain, keepHeight);
  await revertActiveCounts(tx, chain, keepHeight);
  await revertHolders(tx, new AddressRegistry(chain, chainId), keepHeight);
  await revertKnownCurrencies(tx, chain, keepHeight);
  await revertTransactionPlaces(tx, chain, keepHeight);
  await revertAddresses(tx, chain, keepHeight);
}
