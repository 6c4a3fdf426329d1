import { CURRENCY_STATE_FLAGS, flagNames } from '@ledgergraph/verus-protocol/flags';
import { wholeState } from '#/db/state-rows.ts';
import { nativeState } from '#/rules/asked-state.ts';
import { isRootDefinition } from '#/rules/native-definition.ts';
import { stateJson } from '#/rules/state-json.ts';
import { getCurrencyObject, type StateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import type { ReserveObject } from './Reserve.ts';

interface StateReference {
  chainId: string;
  currencyId: string;
  ordinal: number;
  at: number | null;
}

export const CurrencyState = {
  async __resolveReference(
    { chainId, currencyId, ordinal, at }: StateReference,
    context: Context,
  ): Promise<StateObject | null> {
    const view = await context.view(chainId, { at });
    const row = await context.loaders.numberedState.load({ chainId, currencyId, ordinal, height: view.height });
    return row === null ? null : { view, currencyId, row, supplyHeight: row.height };
  },

  at: ({ view }: StateObject) => view.at,
  ordinal: ({ row }: StateObject) => row.ordinal,
  chainId: ({ view }: StateObject) => view.chainId,
  currency: (state: StateObject, _args: unknown, context: Context) => getCurrencyObject(context, state),
  blockHeight: ({ row }: StateObject) => row.height,
  timestamp: ({ row }: StateObject) => row.time,
  txid: ({ row }: StateObject) => row.txid,
  index: ({ row }: StateObject) => (row.txid === null ? null : row.vout),
  launchState: ({ row }: StateObject) => row.launchState,
  flags: ({ row }: StateObject) => row.flags,
  flagNames: ({ row }: StateObject) => flagNames(CURRENCY_STATE_FLAGS, row.flags),
  initialSupply: ({ row }: StateObject) => row.initialSupply,
  emitted: ({ row }: StateObject) => row.emitted,
  supply: readSupply,
  coinSupply: ({ view: { chainId }, currencyId, supplyHeight }: StateObject, _args: unknown, context: Context) =>
    currencyId === chainId ? context.loaders.nativeSupply.load({ chainId, height: supplyHeight }) : null,
  reserves: ({ view, row }: StateObject): ReserveObject[] => row.reserves.map((reserve) => ({ view, ...reserve })),
  weights: ({ row }: StateObject) => row.reserves.map(({ weight }) => weight),
  // A state without conversion flows has only the price that follows from its reserves.
  conversionPrices: ({ row }: StateObject) =>
    row.reserves.map(({ lastConversionPrice, priceInReserve }) => lastConversionPrice ?? priceInReserve),
  fees: ({ row }: StateObject) => row.fees,
  conversionFees: ({ row }: StateObject) => row.conversionFees,
  lastNotarization: ({ row }: StateObject) => row.lastNotarization,
  async verusJson(state: StateObject, _args: unknown, context: Context): Promise<string | null> {
    const { currencyId, row } = state;
    if (row.source === 'ISSUANCE') {
      return stateJson(currencyId, nativeState((await getCurrencyObject(context, state)).row.definition));
    }
    const whole = wholeState(row);
    return whole === null ? null : stateJson(currencyId, whole);
  },
};

/** Notarizations give 0 for the coins of a root chain or a gateway, and a definition from another chain has no supply. */
async function readSupply(state: StateObject, _args: unknown, context: Context): Promise<bigint | null> {
  const { view, currencyId, row } = state;
  if (currencyId === view.chainId) return row.supply;
  const { kind, definition } = (await getCurrencyObject(context, state)).row;
  if (definition.systemId === view.chainId) return row.supply;
  const isStated = row.lastNotarization !== null && !isRootDefinition(definition) && kind !== 'GATEWAY';
  return isStated ? row.supply : null;
}
