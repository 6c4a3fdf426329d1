import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import type { UnnamedAddress } from '#/db/address-registry.ts';
import { newAddressTransactionRows } from '#/db/address-transactions.ts';
import { newBalanceChangeRows } from '#/db/balances.ts';
import { GuardedChanges } from '#/db/guarded-counts.ts';
import { addHeldTotal, addHolderChange, newHeldTotalRows, newHolderChangeRows } from '#/db/holders.ts';
import { identityLockRows } from '#/db/identity-locks.ts';
import { jointGuardRows } from '#/db/joint-guards.ts';
import { newNativeTransactionRows } from '#/db/native-transactions.ts';
import { addressOutputs, tokenOutputs } from '#/db/output-links.ts';
import type { OutputChanges } from '#/db/output-row.ts';
import { outputRows } from '#/db/outputs.ts';
import { ownerlessSpendRows } from '#/db/ownerless-spends.ts';
import { SharedChanges } from '#/db/shared-balances.ts';
import { TokenChanges } from '#/db/token-balances.ts';
import type { ActiveAddresses } from './active-addresses.ts';
import type { BatchRows } from './batch-rows.ts';
import { type AddressRows, addAddressRows } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import type { ChainTransaction, ReadBlocks } from './read-blocks.ts';
import type { Spends } from './spends.ts';

/** Copies the current state: the next batch may spend an output while these changes are written. */
export function outputChanges({ transactions, scripts }: ReadBlocks, { spentBefore }: Spends): OutputChanges {
  const created = transactions.flatMap(({ outputs }) => outputs);
  const unspent = created.filter(({ isSpent }) => !isSpent);
  return { created, scripts, unspent, spenders: transactions, spentBefore };
}

/** @param copies whether the rows can be written by COPY */
export async function toOutputRows(
  copies: boolean,
  chain: number,
  changes: OutputChanges,
): Promise<Pick<BatchRows, 'outputs' | 'ownerlessSpends' | 'addressOutputs' | 'tokenOutputs'>> {
  return {
    outputs: await outputRows(copies, chain, changes),
    ownerlessSpends: await ownerlessSpendRows(copies, chain, changes.spenders),
    addressOutputs: await addressOutputs.rows(copies, chain, changes),
    tokenOutputs: await tokenOutputs.rows(copies, chain, changes),
  };
}

/** @param added addresses that got their ids; a condition among them has no row yet */
export async function toGuardRows(
  copies: boolean,
  chain: number,
  { transactions, identityLocks, guards }: ReadBlocks,
  added: readonly UnnamedAddress[],
): Promise<Pick<BatchRows, 'identityLocks' | 'jointGuards' | 'guardedChanges'>> {
  const joints = added.flatMap(({ address }) => guards.joint.get(address) ?? []);
  const changes = new GuardedChanges();
  await inYieldingSteps(transactions, ({ place, spends, outputs }) => {
    for (const output of spends) changes.add(output, place.height, -1);
    for (const output of outputs) changes.add(output, place.height, 1);
  });
  return {
    identityLocks: identityLockRows(copies, chain, identityLocks),
    jointGuards: jointGuardRows(copies, chain, joints),
    guardedChanges: changes.columns(),
  };
}

export async function toSharedRows(
  transactions: readonly ChainTransaction[],
): Promise<Pick<BatchRows, 'sharedChanges'>> {
  const changes = new SharedChanges();
  await inYieldingSteps(transactions, ({ place, spends, outputs }) => {
    for (const output of spends) changes.add(output, place, -1n);
    for (const output of outputs) changes.add(output, place, 1n);
  });
  return { sharedChanges: changes };
}

/** Updates the states of the addresses. @param active counts the addresses that a currency moves of */
export async function toAddressRows(
  copies: boolean,
  chain: number,
  transactions: readonly ChainTransaction[],
  active: ActiveAddresses,
): Promise<AddressRows> {
  const rows: AddressRows = {
    balanceChanges: newBalanceChangeRows(copies),
    tokenChanges: new TokenChanges(),
    addressTransactions: newAddressTransactionRows(copies),
    nativeTransactions: newNativeTransactionRows(copies),
  };
  await inYieldingSteps(transactions, (transaction) => addAddressRows(rows, active, chain, transaction));
  return rows;
}

/** Updates the holders' balances. */
export async function toHolderRows(
  copies: boolean,
  chain: number,
  transactions: readonly ChainTransaction[],
): Promise<Pick<BatchRows, 'holderChanges' | 'heldTotals' | 'holders'>> {
  const holderChanges = newHolderChangeRows(copies);
  const heldTotals = newHeldTotalRows(copies);
  const holders = await computeHolderRows(transactions, {
    holderChange: (height, runningBalance, previous) =>
      addHolderChange(holderChanges, chain, height, runningBalance, previous),
    heldTotal: (height, currency, held) => addHeldTotal(heldTotals, chain, height, currency, held),
  });
  return { holderChanges, heldTotals, holders };
}
