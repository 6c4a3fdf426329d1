import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findAmount, findObject, readText } from '@ledgergraph/verus-protocol/json-members';
import { readCurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { findPayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { BasketState } from '#/flows/basket-state.ts';

/** @returns undefined for other outputs, and for a notarization of another currency @throws UnexpectedShapeError */
export function findBasketState(
  output: Output,
  currencyId: string,
  place: Pick<BasketState, 'height' | 'time' | 'txIndex'>,
): BasketState | undefined {
  const payload = findPayload(output, 'acceptednotarization', 'earnednotarization');
  if (payload === undefined || readText(payload, 'currencyid') !== currencyId) return undefined;
  const printed = findObject(payload, 'currencystate');
  const { flags, supply, initialSupply, emitted, fees, conversionFees, reserves } = readCurrencyState(printed);
  const flows = findObject(printed, 'currencies');
  return {
    currencyId,
    ...place,
    vout: output.index,
    flags,
    supply,
    initialSupply,
    emitted,
    primaryOut: findAmount(printed, 'primarycurrencyout') ?? 0n,
    preconvertedOut: findAmount(printed, 'preconvertedout') ?? 0n,
    primaryFees: fees ?? 0n,
    primaryConversionFees: conversionFees ?? 0n,
    reserves: reserves.map((reserve) => {
      const flow = findObject(flows, reserve.currencyId);
      return {
        currencyId: reserve.currencyId,
        weight: reserve.weight,
        reserves: reserve.amount,
        priceInReserve: reserve.priceInReserve,
        lastConversionPrice: reserve.lastConversionPrice ?? 0n,
        viaConversionPrice: reserve.viaConversionPrice ?? 0n,
        reserveIn: reserve.reserveIn ?? 0n,
        reserveOut: reserve.reserveOut ?? 0n,
        primaryIn: findAmount(flow, 'primarycurrencyin') ?? 0n,
        fees: findAmount(flow, 'fees') ?? 0n,
        conversionFees: findAmount(flow, 'conversionfees') ?? 0n,
      };
    }),
  };
}
