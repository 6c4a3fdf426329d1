import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createRowLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type ActivityKey, findActivities } from '#/db/address-transactions.ts';
import { findWaitingAmounts } from '#/db/balance-parts.ts';
import { type BalanceKey, findBalances } from '#/db/balances.ts';
import { type BlockKey, findBlocks } from '#/db/blocks.ts';
import { type AddressTransactionKey, findAddressTransactions } from '#/db/find-address-transactions.ts';
import { findListed } from '#/db/find-listed.ts';
import { findHeldTotals, type HeldKey } from '#/db/holders.ts';
import { findCurrencyHeights } from '#/db/known-currencies.ts';
import { listAddressTransactions, type TransactionPage } from '#/db/list-address-transactions.ts';
import { type BalancePage, countBalances, listBalances } from '#/db/list-balances.ts';
import { type HolderPage, listHolders } from '#/db/list-holders.ts';
import { countWaiting, listUtxos, type UtxoFilter, type UtxoKey, type UtxoPage } from '#/db/list-utxos.ts';
import type { UtxoWallet } from '#/db/list-wallet-utxos.ts';
import type { Outpoint } from '#/db/outputs.ts';
import { askPendingSpends, type SpendsRequest } from '#/pool-service/ask-pending-spends.ts';
import type { PoolServiceClient } from '#/pool-service/connect-pool-service.ts';
import { createPageLoader } from './page-loader.ts';

export type AddressLoaders = ReturnType<typeof createLoaders>;
export type AddressContext = ReadContext<AddressLoaders>;

/**
 * One request's reads: keys of the same tick become one query, and nothing is read twice.
 * @param pools absent: no list leaves out what is being spent
 */
export function createLoaders(db: SqlExecutor, pools?: PoolServiceClient) {
  return {
    pendingSpends: (request: SpendsRequest, logger: Logger) => askPendingSpends(pools, request, logger),
    listedPlaces: (wallet: UtxoWallet, filter: UtxoFilter, outpoints: readonly Outpoint[]) =>
      findListed(db, wallet, filter, outpoints),
    blocks: createRowLoader((keys: readonly BlockKey[]) => findBlocks(db, keys)),
    activities: createRowLoader((keys: readonly ActivityKey[]) => findActivities(db, keys)),
    balances: createRowLoader((keys: readonly BalanceKey[]) => findBalances(db, keys)),
    waitingAmounts: createRowLoader((keys: readonly UtxoKey[]) => findWaitingAmounts(db, keys)),
    balanceCounts: createRowLoader((keys: readonly ActivityKey[]) => countBalances(db, keys)),
    balancePages: createPageLoader((keys: readonly ActivityKey[], page: BalancePage) => listBalances(db, keys, page)),
    utxoPages: createPageLoader((keys: readonly UtxoKey[], page: UtxoPage) => listUtxos(db, keys, page)),
    waitingCounts: createPageLoader((keys: readonly UtxoKey[], filter: Pick<UtxoFilter, 'currencyId'>) =>
      countWaiting(db, keys, filter),
    ),
    transactions: createRowLoader((keys: readonly AddressTransactionKey[]) => findAddressTransactions(db, keys)),
    transactionPages: createPageLoader((keys: readonly ActivityKey[], page: TransactionPage) =>
      listAddressTransactions(db, keys, page),
    ),
    holderPages: createPageLoader((keys: readonly HeldKey[], page: HolderPage) => listHolders(db, keys, page)),
    heldTotals: createRowLoader((keys: readonly HeldKey[]) => findHeldTotals(db, keys)),
    currencyHeights: createRowLoader((keys: readonly HeldKey[]) => findCurrencyHeights(db, keys)),
  };
}
