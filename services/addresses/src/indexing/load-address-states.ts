import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from '#/db/address-ids.ts';
import { NO_ACTIVITY } from '#/db/address-transaction-row.ts';
import { findActivities } from '#/db/address-transactions.ts';
import { NO_BALANCE } from '#/db/balance-row.ts';
import { findBalances } from '#/db/balances.ts';
import type { ChainCache } from './chain-cache.ts';
import type { AddressStates } from './compute-address-rows.ts';
import { loadStates } from './load-states.ts';
import type { AddressMove } from './read-address-moves.ts';
import { stateKey } from './state-key.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;

/** Where the addresses and currencies of these moves stand: what the cache does not know, with one query each. */
export async function loadAddressStates(
  tx: SqlExecutor,
  ids: AddressIds,
  moves: readonly ReadonlyMap<string, AddressMove>[],
  cache: Pick<ChainCache, 'balances' | 'activities'>,
): Promise<AddressStates> {
  const { nativeId: chainId } = ids;
  const currencies = new Map<string, Set<string>>();
  for (const [address, move] of moves.flatMap((ofTransaction) => [...ofTransaction])) {
    // The native balance stands in every row of an address, also where it did not move.
    const moved = currencies.get(address) ?? new Set([chainId]);
    for (const currencyId of move.currencies.keys()) moved.add(currencyId);
    currencies.set(address, moved);
  }
  const activityKeys = [...currencies.keys()].map((address) => ({ chainId, address, height: NEWEST }));
  const balanceKeys = [...currencies].flatMap(([address, moved]) =>
    [...moved].map((currencyId) => ({ chainId, address, currencyId, height: NEWEST })),
  );
  return {
    balances: await loadStates(balanceKeys, {
      name: ({ address, currencyId }) => stateKey(address, currencyId),
      known: cache.balances,
      isNew: ({ address }) => ids.isNew(address),
      find: (keys) => findBalances(tx, keys),
      none: NO_BALANCE,
    }),
    activities: await loadStates(activityKeys, {
      name: ({ address }) => address,
      known: cache.activities,
      isNew: ({ address }) => ids.isNew(address),
      find: (keys) => findActivities(tx, keys),
      none: NO_ACTIVITY,
    }),
  };
}
