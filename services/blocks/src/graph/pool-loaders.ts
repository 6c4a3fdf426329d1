import { createReadLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import { readEach } from '@ledgergraph/chain-kit/graph/read-each';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import DataLoader from 'dataloader';
import { findPendingFlows, type PendingFlows } from '#/db/find-pending-flows.ts';
import { findPendingSpenders, type SpentOutputKey } from '#/db/find-pending-spenders.ts';
import { findPools, type PoolRecord } from '#/db/find-pool.ts';
import * as ofAddress from '#/db/find-pool-addresses.ts';
import { findHeldSerial, listEntries, listPoolChanges } from '#/db/find-pool-changes.ts';
import {
  countPending,
  type ListedPending,
  listPending,
  type PoolKey,
  type PoolTotals,
  sumPending,
} from '#/db/find-pool-pages.ts';
import { findStays, findTraces, type StayRecord, type TraceRecord } from '#/db/find-pool-stays.ts';
import {
  findPendingParents,
  findPoolBodies,
  findPoolTransactions,
  type PendingKey,
  type PoolTransactionKey,
  type PoolTransactionRecord,
} from '#/db/find-pool-transactions.ts';
import type { TransactionKey } from '#/db/find-transactions.ts';

/** Functions are not batched: each list is one read. */
export interface PoolLoaders {
  pool: DataLoader<string, PoolRecord | undefined>;
  poolTransaction: KeyedLoader<PoolTransactionKey, PoolTransactionRecord | undefined>;
  poolBody: KeyedLoader<TransactionKey, Transaction | undefined>;
  pendingParents: KeyedLoader<PendingKey, string[]>;
  stay: KeyedLoader<PendingKey, StayRecord | undefined>;
  trace: KeyedLoader<TransactionKey, TraceRecord>;
  pendingPage: (key: PoolKey, before: bigint | null, limit: number) => Promise<ListedPending[]>;
  pendingCount: KeyedLoader<PoolKey, bigint>;
  poolTotals: KeyedLoader<PoolKey, PoolTotals>;
  addressPendingPage: KeyedLoader<ofAddress.PoolAddressPageKey, ListedPending[]>;
  addressPendingCount: KeyedLoader<ofAddress.PoolAddressKey, bigint>;
  addressPendingSums: KeyedLoader<ofAddress.PoolAddressKey, ofAddress.NetAmount[]>;
  pendingFlows: KeyedLoader<ofAddress.PoolAddressKey, PendingFlows>;
  pendingSpender: KeyedLoader<SpentOutputKey, string | null>;
  addressChanges: KeyedLoader<ofAddress.AddressChangesKey, ofAddress.AddressChangeRecord[]>;
  heldSerial: (key: Pick<PoolKey, 'chainId' | 'height'>, after: bigint) => ReturnType<typeof findHeldSerial>;
  poolChanges: (...range: DropFirst<Parameters<typeof listPoolChanges>>) => ReturnType<typeof listPoolChanges>;
  poolEntries: (key: PoolKey, limit: number) => ReturnType<typeof listEntries>;
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** On the primary: the mempool has its own serials. */
export function createPoolLoaders({ momentary }: Pick<ReadContext, 'momentary'>): PoolLoaders {
  return {
    pool: new DataLoader((chainIds) => readEach(momentary, chainIds, (chainId) => chainId, findPools)),
    poolTransaction: createReadLoader(momentary, findPoolTransactions),
    poolBody: createReadLoader(momentary, findPoolBodies),
    pendingParents: createReadLoader(momentary, findPendingParents),
    stay: createReadLoader(momentary, findStays),
    trace: createReadLoader(momentary, findTraces),
    pendingPage: async (key, before, limit) => listPending(await momentary(key.chainId), key, before, limit),
    pendingCount: createReadLoader(momentary, (db, keys) => Promise.all(keys.map((key) => countPending(db, key)))),
    poolTotals: createReadLoader(momentary, (db, keys) => Promise.all(keys.map((key) => sumPending(db, key)))),
    addressPendingPage: createReadLoader(momentary, ofAddress.listPendingOfAddresses),
    addressPendingCount: createReadLoader(momentary, ofAddress.countPendingOfAddresses),
    addressPendingSums: createReadLoader(momentary, ofAddress.sumPendingOfAddresses),
    pendingFlows: createReadLoader(momentary, findPendingFlows),
    pendingSpender: createReadLoader(momentary, findPendingSpenders),
    addressChanges: createReadLoader(momentary, ofAddress.findAddressChanges),
    heldSerial: async (key, after) => findHeldSerial(await momentary(key.chainId), key, after),
    poolChanges: async (range, limit) => listPoolChanges(await momentary(range.chainId), range, limit),
    poolEntries: async (key, limit) => listEntries(await momentary(key.chainId), key, limit),
  };
}
