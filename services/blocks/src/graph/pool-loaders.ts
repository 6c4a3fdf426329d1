import { createReadLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { readEach } from '@ledgergraph/chain-kit/graph/read-each';
import DataLoader from 'dataloader';
import { findPendingFlows } from '#/db/find-pending-flows.ts';
import { findPendingSpenders } from '#/db/find-pending-spenders.ts';
import { findPools } from '#/db/find-pool.ts';
import * as ofAddress from '#/db/find-pool-addresses.ts';
import { findHeldSerial, listEntries, listPoolChanges, type PoolChangeRange } from '#/db/find-pool-changes.ts';
import { countPending, listPending, type PoolKey, sumPending } from '#/db/find-pool-pages.ts';
import { findStays, findTraces } from '#/db/find-pool-stays.ts';
import { findPendingParents, findPoolBodies, findPoolTransactions } from '#/db/find-pool-transactions.ts';

/** On the primary: the mempool has its own serials. */
export function createPoolLoaders({ momentary }: Pick<ReadContext, 'momentary'>) {
  return {
    pool: new DataLoader((chainIds: readonly string[]) =>
      readEach(momentary, chainIds, (chainId) => chainId, findPools),
    ),
    poolTransaction: createReadLoader(momentary, findPoolTransactions),
    poolBody: createReadLoader(momentary, findPoolBodies),
    pendingParents: createReadLoader(momentary, findPendingParents),
    stay: createReadLoader(momentary, findStays),
    trace: createReadLoader(momentary, findTraces),
    pendingPage: async (key: PoolKey, before: bigint | null, limit: number) =>
      listPending(await momentary(key.chainId), key, before, limit),
    pendingCount: createReadLoader(momentary, (db, keys: readonly PoolKey[]) =>
      Promise.all(keys.map((key) => countPending(db, key))),
    ),
    poolTotals: createReadLoader(momentary, (db, keys: readonly PoolKey[]) =>
      Promise.all(keys.map((key) => sumPending(db, key))),
    ),
    addressPendingPage: createReadLoader(momentary, ofAddress.listPendingOfAddresses),
    addressPendingCount: createReadLoader(momentary, ofAddress.countPendingOfAddresses),
    addressPendingSums: createReadLoader(momentary, ofAddress.sumPendingOfAddresses),
    pendingFlows: createReadLoader(momentary, findPendingFlows),
    pendingSpender: createReadLoader(momentary, findPendingSpenders),
    addressChanges: createReadLoader(momentary, ofAddress.findAddressChanges),
    heldSerial: async (key: Pick<PoolKey, 'chainId' | 'height'>, after: bigint) =>
      findHeldSerial(await momentary(key.chainId), key, after),
    poolChanges: async (range: PoolChangeRange, limit: number) =>
      listPoolChanges(await momentary(range.chainId), range, limit),
    poolEntries: async (key: PoolKey, limit: number) => listEntries(await momentary(key.chainId), key, limit),
  };
}
