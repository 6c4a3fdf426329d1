import { createRowLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import { createPageLoader } from '@ledgergraph/chain-kit/graph/page-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type CountKey, findActiveCounts } from '#/db/active-counts.ts';
import { type ActivityKey, findActivities } from '#/db/address-transactions.ts';
import { findLockedAmounts } from '#/db/balance-parts.ts';
import { type BalanceKey, findBalances } from '#/db/balances.ts';
import { type BlockKey, findBlocks } from '#/db/blocks.ts';
import { type AddressTransactionKey, findAddressTransactions } from '#/db/find-address-transactions.ts';
import { findListed } from '#/db/find-listed.ts';
import { findHeldTotals, type HeldKey } from '#/db/holders.ts';
import { findCurrencyHeights } from '#/db/known-currencies.ts';
import { listAddressTransactions, type TransactionPage } from '#/db/list-address-transactions.ts';
import { type HistoryPage, listBalanceHistory } from '#/db/list-balance-history.ts';
import { type BalancePage, countBalances, listBalances } from '#/db/list-balances.ts';
import { type HolderPage, listHolders } from '#/db/list-holders.ts';
import { listMovements, type MovementPage } from '#/db/list-movements.ts';
import { countLocked, listUtxos, type UtxoFilter, type UtxoKey, type UtxoPage } from '#/db/list-utxos.ts';
import type { UtxoWallet } from '#/db/list-wallet-utxos.ts';
import type { Outpoint } from '#/db/outputs.ts';
import { askPendingSpends, type SpendsRequest } from '#/pool-client/ask-pending-spends.ts';
import type { PoolClient } from '#/pool-client/connect-pool-client.ts';

export type AddressLoaders = ReturnType<typeof createLoaders>;
export type AddressContext = ReadContext<AddressLoaders>;

/** The native currency of one chain is a token of another, so pages of two chains are two statements. */
type OfChain = Pick<UtxoKey, 'chainId'>;
type LockedFilter = Pick<UtxoFilter, 'currencyId'> & OfChain;
type RowOf<Find extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Find>>[number];

/** Keys of the same tick become one query, and nothing is read twice. @param pools absent: no list leaves out pending spends */
export function createLoaders({ reads }: Pick<ReadContext, 'reads'>, pools?: PoolClient) {
  return {
    pendingSpends: (request: SpendsRequest, logger: Logger) => askPendingSpends(pools, request, logger),
    listedPlaces: async (wallet: UtxoWallet, filter: UtxoFilter, outpoints: readonly Outpoint[]) =>
      findListed(await reads(wallet.chainId), wallet, filter, outpoints),
    blocks: createRowLoader<BlockKey, RowOf<typeof findBlocks>>(reads, findBlocks),
    activities: createRowLoader<ActivityKey, RowOf<typeof findActivities>>(reads, findActivities),
    balances: createRowLoader<BalanceKey, RowOf<typeof findBalances>>(reads, findBalances),
    lockedAmounts: createRowLoader<UtxoKey, RowOf<typeof findLockedAmounts>>(reads, findLockedAmounts),
    balanceCounts: createRowLoader<ActivityKey, RowOf<typeof countBalances>>(reads, countBalances),
    balancePages: createPageLoader<ActivityKey, BalancePage, RowOf<typeof listBalances>>(reads, listBalances),
    utxoPages: createPageLoader<UtxoKey, UtxoPage & OfChain, RowOf<typeof listUtxos>>(reads, listUtxos),
    lockedCounts: createPageLoader<UtxoKey, LockedFilter, RowOf<typeof countLocked>>(reads, countLocked),
    transactions: createRowLoader<AddressTransactionKey, RowOf<typeof findAddressTransactions>>(
      reads,
      findAddressTransactions,
    ),
    transactionPages: createPageLoader<ActivityKey, TransactionPage, RowOf<typeof listAddressTransactions>>(
      reads,
      listAddressTransactions,
    ),
    movementPages: createPageLoader<ActivityKey, MovementPage, RowOf<typeof listMovements>>(reads, listMovements),
    historyPages: createPageLoader<ActivityKey, HistoryPage, RowOf<typeof listBalanceHistory>>(
      reads,
      listBalanceHistory,
    ),
    activeCounts: createRowLoader<CountKey, RowOf<typeof findActiveCounts>>(reads, findActiveCounts),
    holderPages: createPageLoader<HeldKey, HolderPage, RowOf<typeof listHolders>>(reads, listHolders),
    heldTotals: createRowLoader<HeldKey, RowOf<typeof findHeldTotals>>(reads, findHeldTotals),
    currencyHeights: createRowLoader<HeldKey, RowOf<typeof findCurrencyHeights>>(reads, findCurrencyHeights),
  };
}
