import { getCurrencyObject, type StateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';
import type { ReserveObject } from './Reserve.ts';

export const CurrencyState = {
  chainId: ({ row }: StateObject) => row.chainId,
  currency: (state: StateObject, _args: unknown, context: Context) => getCurrencyObject(context, state),
  blockHeight: ({ row }: StateObject) => row.height,
  timestamp: ({ row }: StateObject) => row.time,
  txid: ({ row }: StateObject) => row.txid,
  launchState: ({ row }: StateObject) => row.launchState,
  flags: ({ row }: StateObject) => row.flags,
  initialSupply: ({ row }: StateObject) => row.initialSupply,
  emitted: ({ row }: StateObject) => row.emitted,
  supply: ({ row }: StateObject) => row.supply,
  coinSupply: ({ view: { chainId }, currencyId, supplyHeight }: StateObject, _args: unknown, context: Context) =>
    currencyId === chainId ? context.loaders.nativeSupply.load({ chainId, height: supplyHeight }) : null,
  reserves: ({ view, row }: StateObject): ReserveObject[] => row.reserves.map((reserve) => ({ view, ...reserve })),
  weights: ({ row }: StateObject) => row.reserves.map(({ weight }) => weight),
  // A state without conversion flows says no price but the one that follows from its reserves.
  conversionPrices: ({ row }: StateObject) =>
    row.reserves.map(({ lastConversionPrice, priceInReserve }) => lastConversionPrice ?? priceInReserve),
  fees: ({ row }: StateObject) => row.fees,
  conversionFees: ({ row }: StateObject) => row.conversionFees,
  lastNotarization: ({ row }: StateObject) => row.lastNotarization,
};
