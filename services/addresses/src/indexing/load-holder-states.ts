import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from '#/db/address-ids.ts';
import type { HeldTotal } from '#/db/holder-row.ts';
import { findHeldTotals, findHolderBalances } from '#/db/holders.ts';
import type { ChainCache } from './chain-cache.ts';
import type { HolderStates } from './compute-holder-rows.ts';
import { loadStates } from './load-states.ts';
import type { HolderMove } from './read-holder-moves.ts';
import { stateKey } from './state-key.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;
const NONE_HELD: HeldTotal = { total: 0n, holders: 0 };

/** Where the holders and currencies of these moves stand: what the cache does not know, with one query each. */
export async function loadHolderStates(
  tx: SqlExecutor,
  ids: AddressIds,
  moves: readonly HolderMove[],
  cache: Pick<ChainCache, 'holdings' | 'totals'>,
): Promise<HolderStates> {
  const balances = new Map<string, bigint>();
  const unknown = new Map<string, HolderMove>();
  for (const move of moves) {
    const key = stateKey(move.currencyId, move.holder);
    const held = ids.isNew(move.holder) ? 0n : cache.holdings.get(key);
    if (held === undefined) unknown.set(key, move);
    else balances.set(key, held);
  }
  for (const { currencyId, holder, balance } of await findHolderBalances(tx, ids, [...unknown.values()])) {
    balances.set(stateKey(currencyId, holder), balance);
  }
  const currencies = [...new Set(moves.map(({ currencyId }) => currencyId))];
  const totals = await loadStates(
    currencies.map((currencyId) => ({ chainId: ids.nativeId, currencyId, height: NEWEST })),
    {
      name: ({ currencyId }) => currencyId,
      known: cache.totals,
      isNew: ({ currencyId }) => ids.isNew(currencyId),
      find: (keys) => findHeldTotals(tx, keys),
      none: NONE_HELD,
    },
  );
  return { balances, totals };
}
