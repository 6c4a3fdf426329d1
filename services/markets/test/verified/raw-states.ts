import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import type { RawImport } from './raw-records.ts';

export const COIN = 100_000_000n;
export const BASKET = 1;
export const REFUNDING = 4;
export const RUNNING = 0x20;

export interface RawReserve {
  currencyId: string;
  weight: bigint;
  priorWeight: bigint;
  reserves: bigint;
  priceInReserve: bigint;
  price: bigint;
  viaPrice: bigint;
  reserveIn: bigint;
  reserveOut: bigint;
  primaryIn: bigint;
  fees: bigint;
  conversionFees: bigint;
}

export interface RawState {
  flags: number;
  supply: bigint;
  initialSupply: bigint;
  preconvertedOut: bigint;
  emitted: bigint;
  primaryOut: bigint;
  primaryFees: bigint;
  primaryConversionFees: bigint;
  reserves: RawReserve[];
}

export function stateOf({ notarization }: Pick<RawImport, 'notarization'>): RawState {
  return readState(notarization?.payload.currencystate ?? {});
}

function readState(state: Json): RawState {
  const flows = state.currencies ?? {};
  const printed = state.reservecurrencies ?? state.launchcurrencies;
  return {
    flags: Number(state.flags),
    supply: optional(state, 'supply'),
    initialSupply: optional(state, 'initialsupply'),
    preconvertedOut: optional(state, 'preconvertedout'),
    emitted: optional(state, 'emitted'),
    primaryOut: optional(state, 'primarycurrencyout'),
    primaryFees: optional(state, 'primarycurrencyfees'),
    primaryConversionFees: optional(state, 'primarycurrencyconversionfees'),
    reserves: (printed ?? []).map((reserve: Json) => {
      const flow = flows[String(reserve.currencyid)] ?? {};
      return {
        currencyId: String(reserve.currencyid),
        weight: optional(reserve, 'weight'),
        reserves: optional(reserve, 'reserves'),
        priceInReserve: optional(reserve, 'priceinreserve'),
        priorWeight: optional(flow, 'priorweights'),
        price: optional(flow, 'lastconversionprice'),
        viaPrice: optional(flow, 'viaconversionprice'),
        reserveIn: optional(flow, 'reservein'),
        reserveOut: optional(flow, 'reserveout'),
        primaryIn: optional(flow, 'primarycurrencyin'),
        fees: optional(flow, 'fees'),
        conversionFees: optional(flow, 'conversionfees'),
      };
    }),
  };
}

function optional(printed: Json, member: string): bigint {
  return printed[member] === undefined ? 0n : satoshisOf(printed[member]);
}

export function isRunningBasket({ flags }: RawState): boolean {
  return (flags & (BASKET | RUNNING)) === (BASKET | RUNNING);
}

/** The import converts fees of other currencies. */
export function nativeFeesOf(chainId: string, { primaryFees, primaryConversionFees, reserves }: RawState): bigint {
  const native = reserves.find(({ currencyId }) => currencyId === chainId);
  const [price, viaPrice] = [native?.price ?? 0n, native?.viaPrice ?? 0n];
  return reserves.reduce(
    (sum, { currencyId, fees, conversionFees, price: own }) => {
      const leaving = fees - conversionFees / 2n;
      return sum + (currencyId === chainId ? leaving : (((leaving * COIN) / own) * viaPrice) / COIN);
    },
    ((primaryFees - primaryConversionFees / 2n) * price) / COIN,
  );
}
