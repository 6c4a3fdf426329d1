import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from '#/db/address-ids.ts';
import { NO_ACTIVITY } from '#/db/address-transaction-row.ts';
import { findNewestCounts } from '#/db/address-transactions.ts';
import { NO_BALANCE } from '#/db/balance-row.ts';
import { findNewestBalances } from '#/db/balances.ts';
import type { ChainCache } from './chain-cache.ts';
import type { AddressStates } from './compute-address-rows.ts';
import { loadStates } from './load-states.ts';
import type { AddressMove } from './read-address-moves.ts';
import { stateKey } from './state-key.ts';

/** Where the addresses and currencies of these moves stand: what the cache does not know, with one query each. */
export async function loadAddressStates(
  tx: SqlExecutor,
  ids: AddressIds,
  moves: readonly ReadonlyMap<string, AddressMove>[],
  cache: Pick<ChainCache, 'balances' | 'activities'>,
): Promise<AddressStates> {
  const currencies = new Map<string, Set<string>>();
  for (const [address, move] of moves.flatMap((ofTransaction) => [...ofTransaction])) {
    // The native balance stands in every row of an address, also where it did not move.
    const moved = currencies.get(address) ?? new Set([ids.nativeId]);
    for (const currencyId of move.currencies.keys()) moved.add(currencyId);
    currencies.set(address, moved);
  }
  const balanceKeys = [...currencies].flatMap(([address, moved]) =>
    [...moved].map((currencyId) => ({ address, currencyId })),
  );
  return {
    balances: await loadStates(balanceKeys, {
      name: ({ address, currencyId }) => stateKey(address, currencyId),
      known: cache.balances,
      isNew: ({ address }) => ids.isNew(address),
      find: (keys) => findNewestBalances(tx, ids, keys),
      none: NO_BALANCE,
    }),
    activities: await loadStates([...currencies.keys()], {
      name: (address) => address,
      known: cache.activities,
      isNew: (address) => ids.isNew(address),
      find: (addresses) => findNewestCounts(tx, ids, addresses),
      none: NO_ACTIVITY,
    }),
  };
}
