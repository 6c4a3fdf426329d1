import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { findActivities } from '#/db/address-transactions.ts';
import { findBalances } from '#/db/balances.ts';
import type { AddressStates } from './compute-address-rows.ts';
import type { AddressMove } from './read-address-moves.ts';
import { stateKey } from './state-key.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;

/** Where the addresses and currencies of these moves stand, with one query each. */
export async function loadAddressStates(
  tx: SqlExecutor,
  chainId: string,
  moves: readonly ReadonlyMap<string, AddressMove>[],
): Promise<AddressStates> {
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
  const balances = await findBalances(tx, balanceKeys);
  const activities = await findActivities(tx, activityKeys);
  return {
    balances: byKey(balanceKeys, balances, ({ address, currencyId }) => stateKey(address, currencyId)),
    activities: byKey(activityKeys, activities, ({ address }) => address),
  };
}

function byKey<Key, Found extends { keyIndex: number }>(
  keys: readonly Key[],
  found: readonly Found[],
  text: (key: Key) => string,
): Map<string, Found> {
  return new Map(
    found.flatMap((state) => {
      const key = keys[state.keyIndex];
      return key === undefined ? [] : [[text(key), state]];
    }),
  );
}
