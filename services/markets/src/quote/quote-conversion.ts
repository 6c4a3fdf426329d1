import { convertAmounts, marginalPrice, toBasket, toReserve } from './convert-amounts.ts';
import { COIN, ConversionFault } from './curve.ts';
import { type ConvertedBasket, flowsOfImport } from './import-flows.ts';

/** 0.025 % of the input (`CReserveTransfer::SUCCESS_FEE`). */
const FEE_RATE = 25_000n;
/** Above it, an import refunds its transfers. */
const LIMIT = 5n * 10n ** 18n;
/** 2025-02-27 18:00 UTC: from then on layers of sells are counted once (`PBAAS_LAUNCH_REFUND_FIX_UPGRADE`). */
const LAYERS_FIXED_AT = 1_740_679_200;

export interface Quote {
  conversionFee: bigint;
  amountOut: bigint;
  /** Units of `from` for one unit of `to`, before fees. */
  price: bigint;
  /** Part by which the price is above that of the state, in units of 10^-8, rounded down. */
  slippage: bigint;
}

/**
 * Quotes a conversion that is alone in its import.
 * @param time unix seconds
 * @throws ConversionFault when the import would refund the amount, or pay nothing for it
 */
export function quoteConversion(
  state: ConvertedBasket,
  nativeId: string,
  { fromId, toId }: { fromId: string; toId: string },
  amount: bigint,
  time: number,
): Quote {
  const ids = state.reserves.map(({ currencyId }) => currencyId);
  const indexOf = (id: string): number | null => (id === state.currencyId ? null : ids.indexOf(id));
  const [from, to] = [indexOf(fromId), indexOf(toId)];
  const conversionFee = feeOf(amount, from !== null && to !== null);
  const net = amount - conversionFee;
  const conversion = { from, to, net, conversionFee };
  const { curve, flows } = flowsOfImport(state, ids.indexOf(nativeId), [conversion]);
  const { prices, viaPrices } = convertAmounts(curve, flows, time < LAYERS_FIXED_AT);
  if ([...prices, ...viaPrices].some((price) => price <= 0n || price > LIMIT)) {
    throw new ConversionFault('a price is out of range');
  }
  const first = (index: number): bigint => prices[index] ?? 0n;
  const second = (index: number): bigint => viaPrices[index] ?? 0n;
  const bought = from === null ? net : toBasket(net, first(from));
  const amountOut = to === null ? bought : toReserve(bought, from === null ? first(to) : second(to));
  if (amountOut <= 0n) throw new ConversionFault('nothing is paid for so little');
  if (to === null && state.supply + amountOut > LIMIT) throw new ConversionFault('the supply is out of range');
  const spot = curveOf(state);
  const paid: Hop = [from === null ? COIN : first(from), to === null ? COIN : from === null ? first(to) : second(to)];
  const now: Hop = [from === null ? COIN : marginalPrice(spot, from), to === null ? COIN : marginalPrice(spot, to)];
  return { conversionFee, amountOut, price: priceOf(paid), slippage: slippageOf(paid, now) };
}

/** Paid once for each hop. */
function feeOf(amount: bigint, twoHops: boolean): bigint {
  const fee = (amount * FEE_RATE) / COIN;
  return twoHops ? 2n * fee : fee;
}

/** Units of `from`, and of `to`, for one unit of the basket. */
type Hop = [from: bigint, to: bigint];

/** Rounded as the executed price of a conversion is. */
function priceOf([from, to]: Hop): bigint {
  return to === COIN ? from : (((COIN * COIN) / to) * from) / COIN;
}

function slippageOf([from, to]: Hop, [spotFrom, spotTo]: Hop): bigint {
  const spot = spotFrom * to;
  const difference = (from * spotTo - spot) * COIN;
  return difference >= 0n ? difference / spot : -((-difference + spot - 1n) / spot);
}

function curveOf({ supply, reserves }: ConvertedBasket) {
  return {
    supply,
    reserves: reserves.map((reserve) => reserve.reserves),
    weights: reserves.map(({ weight }) => weight),
  };
}
