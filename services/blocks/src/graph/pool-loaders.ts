import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import DataLoader from 'dataloader';
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
import { keyed } from './keyed-loader.ts';

/** Loaders of what is pending, as `Loaders`. Functions are not batched: each list is one read. */
export interface PoolLoaders {
  pool: DataLoader<string, PoolRecord | undefined>;
  poolTransaction: DataLoader<PoolTransactionKey, PoolTransactionRecord | undefined, string>;
  poolBody: DataLoader<TransactionKey, Transaction | undefined, string>;
  pendingParents: DataLoader<PendingKey, string[], string>;
  stay: DataLoader<PendingKey, StayRecord | undefined, string>;
  trace: DataLoader<TransactionKey, TraceRecord, string>;
  pendingPage: (key: PoolKey, before: bigint | null, limit: number) => Promise<ListedPending[]>;
  pendingCount: DataLoader<PoolKey, bigint, string>;
  poolTotals: DataLoader<PoolKey, PoolTotals, string>;
  addressPendingPage: DataLoader<ofAddress.PoolAddressPageKey, ListedPending[], string>;
  addressPendingCount: DataLoader<ofAddress.PoolAddressKey, bigint, string>;
  addressPendingSums: DataLoader<ofAddress.PoolAddressKey, ofAddress.NetAmount[], string>;
  addressChanges: DataLoader<ofAddress.AddressChangesKey, ofAddress.AddressChangeRecord[], string>;
  heldSerial: (key: Pick<PoolKey, 'chainId' | 'height'>, after: bigint) => ReturnType<typeof findHeldSerial>;
  poolChanges: (...range: DropFirst<Parameters<typeof listPoolChanges>>) => ReturnType<typeof listPoolChanges>;
  poolEntries: (key: PoolKey, limit: number) => ReturnType<typeof listEntries>;
}

type DropFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

export function createPoolLoaders(db: SqlExecutor): PoolLoaders {
  return {
    pool: new DataLoader((chainIds) => findPools(db, chainIds)),
    poolTransaction: keyed((keys) => findPoolTransactions(db, keys)),
    poolBody: keyed((keys) => findPoolBodies(db, keys)),
    pendingParents: keyed((keys) => findPendingParents(db, keys)),
    stay: keyed((keys) => findStays(db, keys)),
    trace: keyed((keys) => findTraces(db, keys)),
    pendingPage: (key, before, limit) => listPending(db, key, before, limit),
    pendingCount: keyed((keys) => Promise.all(keys.map((key) => countPending(db, key)))),
    poolTotals: keyed((keys) => Promise.all(keys.map((key) => sumPending(db, key)))),
    addressPendingPage: keyed((keys) => ofAddress.listPendingOfAddresses(db, keys)),
    addressPendingCount: keyed((keys) => ofAddress.countPendingOfAddresses(db, keys)),
    addressPendingSums: keyed((keys) => ofAddress.sumPendingOfAddresses(db, keys)),
    addressChanges: keyed((keys) => ofAddress.findAddressChanges(db, keys)),
    heldSerial: (key, after) => findHeldSerial(db, key, after),
    poolChanges: (range, limit) => listPoolChanges(db, range, limit),
    poolEntries: (key, limit) => listEntries(db, key, limit),
  };
}
