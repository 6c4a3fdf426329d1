import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { Definition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { CurrencyState, ReserveState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { isBasket } from './currency-kind.ts';

const ONE = 100_000_000n;

/** The daemon answers the same for a currency that no notarization of this chain mentions (recorded: tok1 on pchain). */
export function initialState(definition: Definition): CurrencyState {
  const basket = isBasket(definition.options);
  const supply = basket ? (definition.initialSupply ?? 0n) : 0n;
  return {
    version: 1,
    flags: basket ? CURRENCY_STATE_FLAGS.FRACTIONAL : 0,
    initialSupply: supply,
    emitted: 0n,
    supply,
    fees: 0n,
    conversionFees: 0n,
    primaryOut: 0n,
    preconvertedOut: 0n,
    reserves: definition.reserveWeights.map(({ currencyId, weight }, index): ReserveState => {
      const launchPrice = definition.conversions[index] ?? 0n;
      const price = basket ? basketPrice(0n, weight, supply) : launchPrice;
      return {
        currencyId,
        amount: basket ? 0n : launchPrice,
        weight: basket ? weight : 0n,
        priceInReserve: price,
        lastConversionPrice: price,
        viaConversionPrice: 0n,
        reserveIn: 0n,
        reserveOut: 0n,
        primaryIn: 0n,
        fees: 0n,
        conversionFees: 0n,
        priorWeight: 0n,
      };
    }),
  };
}

/** reserve ÷ (supply × weight), truncated; the daemon counts an empty reserve as one coin. */
export function basketPrice(amount: bigint, weight: bigint, supply: bigint): bigint {
  return weight === 0n || supply === 0n ? weight : ((amount === 0n ? ONE : amount) * ONE * ONE) / (supply * weight);
}
