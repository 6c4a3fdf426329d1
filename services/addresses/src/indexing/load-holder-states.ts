import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from '#/db/address-ids.ts';
import { findHeldTotals, findHolderBalances } from '#/db/holders.ts';
import type { HolderStates } from './compute-holder-rows.ts';
import type { HolderMove } from './read-holder-moves.ts';
import { stateKey } from './state-key.ts';

/** Above every block: the newest row is the state. */
const NEWEST = 2 ** 31 - 1;

/** Where the holders and currencies of these moves stand, with one query each. */
export async function loadHolderStates(
  tx: SqlExecutor,
  ids: AddressIds,
  moves: readonly HolderMove[],
): Promise<HolderStates> {
  const holders = new Map(moves.map((move) => [stateKey(move.currencyId, move.holder), move]));
  const currencyIds = [...new Set(moves.map(({ currencyId }) => currencyId))];
  const balances = await findHolderBalances(tx, ids, [...holders.values()]);
  const totals = await findHeldTotals(
    tx,
    currencyIds.map((currencyId) => ({ chainId: ids.nativeId, currencyId, height: NEWEST })),
  );
  return {
    balances: new Map(balances.map(({ currencyId, holder, balance }) => [stateKey(currencyId, holder), balance])),
    totals: new Map(totals.map(({ keyIndex, ...total }) => [currencyIds[keyIndex] ?? '', total])),
  };
}
