import type { RowOf, Table } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import { insertRowsOf, type Module } from '@ledgergraph/chain-kit/indexing/module';
import { inYieldingSteps } from '@ledgergraph/chain-kit/loop-yielder';
import { activeCounts, hourStarts } from '#/db/active-counts.ts';
import type { UnnamedAddress } from '#/db/address-registry.ts';
import { addressTransactions, revertBalanceChanges } from '#/db/address-transactions.ts';
import { addresses, insertAddresses, listNewRows, revertAddresses } from '#/db/addresses.ts';
import { balanceChanges } from '#/db/balances.ts';
import { GuardedChanges, guardedCounts, guardedSums } from '#/db/guarded-counts.ts';
import {
  addHeldTotal,
  addHolderChange,
  type HolderUpdate,
  heldTotals,
  holderChanges,
  holders,
  revertHolders,
  updateHolders,
} from '#/db/holders.ts';
import { identityLocks } from '#/db/identity-locks.ts';
import { jointGuardRow, jointGuards } from '#/db/joint-guards.ts';
import { knownCurrencies } from '#/db/known-currencies.ts';
import { nativeTransactions } from '#/db/native-transactions.ts';
import {
  addressOutputs,
  addressSpentOutputs,
  addressUtxos,
  type LinkRows,
  tokenOutputs,
  tokenSpentOutputs,
  tokenUtxos,
} from '#/db/output-links.ts';
import { outputRows, outputs } from '#/db/outputs.ts';
import { ownerlessSpendRows, ownerlessSpends } from '#/db/ownerless-spends.ts';
import type { SumColumns } from '#/db/running-sums.ts';
import { SharedChanges, sharedBalances, sharedSums, sharers } from '#/db/shared-balances.ts';
import { revertTokenBalances, TokenChanges, updateTokenBalances } from '#/db/token-balances.ts';
import { transactionPlaceRows, transactionPlaces } from '#/db/transaction-places.ts';
import type { ActiveAddresses } from './active-addresses.ts';
import { type AddressRows, addAddressRows } from './compute-address-rows.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import type { ReadBlocks } from './read-blocks.ts';
import type { Spends } from './spends.ts';

/** A batch whose addresses have their ids and the states before it. */
export interface Batch {
  chain: number;
  read: ReadBlocks;
  spends: Spends;
  /** Addresses that got their ids; a condition among them has no row yet. */
  added: readonly UnnamedAddress[];
  active: ActiveAddresses;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of modules does not know their rows
export interface AddressModule<Rows = any> extends Pick<Module<Rows>, 'write' | 'revert'> {
  tables: Readonly<Record<string, Pick<Table<never>, 'insert' | 'revert'>>>;
  /** Called once for each batch, in the order of the list: some update the states. */
  toRows(batch: Batch): Rows | Promise<Rows>;
}

const names: AddressModule<{ addresses: RowOf<typeof addresses>[]; transactionPlaces: TableRows }> = {
  tables: { addresses, transactionPlaces },
  toRows: ({ chain, read, added }) => ({
    addresses: listNewRows(added),
    transactionPlaces: transactionPlaceRows(chain, read.transactions),
  }),
  async write(tx, chain, rows) {
    await insertAddresses(tx, chain, rows.addresses);
    await rows.transactionPlaces.insert(tx);
  },
  async revert(tx, chain, keepHeight) {
    await transactionPlaces.revert(tx, chain, keepHeight);
    await revertAddresses(tx, chain, keepHeight);
  },
};

const movements: AddressModule<AddressRows> = {
  tables: { balanceChanges, addressTransactions, nativeTransactions },
  async toRows({ chain, read, active }) {
    const rows = {
      balanceChanges: balanceChanges.collect(),
      tokenChanges: new TokenChanges(),
      addressTransactions: addressTransactions.collect(),
      nativeTransactions: nativeTransactions.collect(),
    };
    await inYieldingSteps(read.transactions, (transaction) => addAddressRows(rows, active, chain, transaction));
    return rows;
  },
  async write(tx, chain, rows) {
    await insertRowsOf(movements, tx, chain, rows);
    await updateTokenBalances(tx, chain, rows.tokenChanges);
  },
  async revert(tx, chain, keepHeight) {
    await revertBalanceChanges(tx, chain, keepHeight);
    await revertTokenBalances(tx, chain, keepHeight);
    await nativeTransactions.revert(tx, chain, keepHeight);
    await addressTransactions.revert(tx, chain, keepHeight);
  },
};

const activities: AddressModule<ActiveAddresses> = {
  tables: { hourStarts, activeCounts },
  toRows({ active }) {
    active.end();
    return active;
  },
};

interface CoinRows {
  outputs: TableRows;
  ownerlessSpends: TableRows;
  ofAddresses: LinkRows;
  ofTokens: LinkRows;
}

/** Reverted before the movements, which know the addresses that spent something. */
const coins: AddressModule<CoinRows> = {
  tables: { outputs, ownerlessSpends, addressUtxos, addressSpentOutputs, tokenUtxos, tokenSpentOutputs },
  async toRows({ chain, read: { transactions, scripts }, spends: { spentBefore } }) {
    const created = transactions.flatMap((transaction) => transaction.outputs);
    // The next batch may spend an output while these rows are written.
    const unspent = created.filter(({ isSpent }) => !isSpent);
    const changes = { created, scripts, unspent, spenders: transactions, spentBefore };
    return {
      outputs: await outputRows(chain, changes),
      ownerlessSpends: await ownerlessSpendRows(chain, transactions),
      ofAddresses: await addressOutputs.rows(chain, changes),
      ofTokens: await tokenOutputs.rows(chain, changes),
    };
  },
  async write(tx, chain, rows) {
    await rows.outputs.insert(tx);
    await rows.ownerlessSpends.insert(tx);
    await addressOutputs.write(tx, chain, rows.ofAddresses);
    await tokenOutputs.write(tx, chain, rows.ofTokens);
  },
  async revert(tx, chain, keepHeight) {
    await tokenOutputs.revert(tx, chain, keepHeight);
    await addressOutputs.revert(tx, chain, keepHeight);
    await ownerlessSpends.revert(tx, chain, keepHeight);
    await outputs.revert(tx, chain, keepHeight);
  },
};

interface SumRows {
  identityLocks: RowOf<typeof identityLocks>[];
  jointGuards: RowOf<typeof jointGuards>[];
  sharers: RowOf<typeof sharers>[];
  guarded: SumColumns;
  shared: SumColumns;
}

const sums: AddressModule<SumRows> = {
  tables: { identityLocks, jointGuards, sharers, guardedCounts, sharedBalances },
  async toRows({ read, added }) {
    const [guarded, shared] = [new GuardedChanges(), new SharedChanges()];
    await inYieldingSteps(read.transactions, ({ place, spends, outputs: created }) => {
      for (const [some, sign] of [
        [spends, -1n],
        [created, 1n],
      ] as const) {
        for (const output of some) {
          guarded.move(output, place.height, sign);
          shared.move(output, place, sign);
        }
      }
    });
    return {
      identityLocks: read.identityLocks.map(({ identity, ...lock }) => ({ ...lock, identityId: identity.id })),
      jointGuards: added.flatMap(({ address }) => read.guards.joint.get(address) ?? []).map(jointGuardRow),
      sharers: shared.sharers,
      guarded: guarded.columns(),
      shared: shared.columns(),
    };
  },
  async write(tx, chain, rows) {
    await insertRowsOf(sums, tx, chain, rows);
    await guardedSums.write(tx, chain, rows.guarded);
    await sharedSums.write(tx, chain, rows.shared);
  },
};

interface HeldRows {
  holderChanges: TableRows;
  heldTotals: TableRows;
  knownCurrencies: RowOf<typeof knownCurrencies>[];
  updates: readonly HolderUpdate[];
}

const held: AddressModule<HeldRows> = {
  tables: { holderChanges, heldTotals, holders, knownCurrencies },
  async toRows({ chain, read }) {
    const rows = { holderChanges: holderChanges.collect(), heldTotals: heldTotals.collect() };
    const updates = await computeHolderRows(read.transactions, {
      holderChange: (height, runningBalance, previous) =>
        addHolderChange(rows.holderChanges, chain, height, runningBalance, previous),
      heldTotal: (height, currency, total) => addHeldTotal(rows.heldTotals, chain, height, currency, total),
    });
    const known = [...read.currencies].map(([{ id }, height]) => ({ currencyId: id, height }));
    return { ...rows, knownCurrencies: known, updates };
  },
  async write(tx, chain, rows) {
    await insertRowsOf(held, tx, chain, rows);
    await updateHolders(tx, chain, rows.updates);
  },
  async revert(tx, chain, keepHeight) {
    await revertHolders(tx, chain, keepHeight);
    await knownCurrencies.revert(tx, chain, keepHeight);
  },
};

/** In the order of writing; reverted in the opposite one. */
export const MODULES: readonly AddressModule[] = [names, movements, activities, coins, sums, held];
