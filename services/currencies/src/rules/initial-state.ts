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
    flags: basket ? CURRENCY_STATE_FLAGS.FRACTIONAL : 0,
    initialSupply: supply,
    emitted: 0n,
    supply,
    fees: 0n,
    conversionFees: 0n,
    reserves: definition.reserveWeights.map(({ currencyId, weight }, index): ReserveState => {
      const launchPrice = definition.conversions[index] ?? 0n;
      const price = basket ? emptyBasketPrice(weight, supply) : launchPrice;
      return {
        currencyId,
        amount: basket ? 0n : launchPrice,
        weight: basket ? weight : 0n,
        priceInReserve: price,
        lastConversionPrice: price,
        viaConversionPrice: 0n,
        reserveIn: 0n,
        reserveOut: 0n,
      };
    }),
  };
}

/** reserve ÷ (supply × weight), truncated; the daemon counts an empty reserve as one coin. */
function emptyBasketPrice(weight: bigint, supply: bigint): bigint {
  return weight === 0n || supply === 0n ? 0n : (ONE * ONE * ONE) / (supply * weight);
}
