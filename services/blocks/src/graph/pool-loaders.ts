import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createKeyedLoader, type KeyedLoader } from '@ledgergraph/chain-kit/graph/keyed-loader';
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

/** Loaders of what is pending, as `Loaders`. Functions are not batched: each list is one read. */
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

export function createPoolLoaders(db: SqlExecutor): PoolLoaders {
  return {
    pool: new DataLoader((chainIds) => findPools(db, chainIds)),
    poolTransaction: createKeyedLoader((keys) => findPoolTransactions(db, keys)),
    poolBody: createKeyedLoader((keys) => findPoolBodies(db, keys)),
    pendingParents: createKeyedLoader((keys) => findPendingParents(db, keys)),
    stay: createKeyedLoader((keys) => findStays(db, keys)),
    trace: createKeyedLoader((keys) => findTraces(db, keys)),
    pendingPage: (key, before, limit) => listPending(db, key, before, limit),
    pendingCount: createKeyedLoader((keys) => Promise.all(keys.map((key) => countPending(db, key)))),
    poolTotals: createKeyedLoader((keys) => Promise.all(keys.map((key) => sumPending(db, key)))),
    addressPendingPage: createKeyedLoader((keys) => ofAddress.listPendingOfAddresses(db, keys)),
    addressPendingCount: createKeyedLoader((keys) => ofAddress.countPendingOfAddresses(db, keys)),
    addressPendingSums: createKeyedLoader((keys) => ofAddress.sumPendingOfAddresses(db, keys)),
    pendingFlows: createKeyedLoader((keys) => findPendingFlows(db, keys)),
    pendingSpender: createKeyedLoader((keys) => findPendingSpenders(db, keys)),
    addressChanges: createKeyedLoader((keys) => ofAddress.findAddressChanges(db, keys)),
    heldSerial: (key, after) => findHeldSerial(db, key, after),
    poolChanges: (range, limit) => listPoolChanges(db, range, limit),
    poolEntries: (key, limit) => listEntries(db, key, limit),
  };
}
