import { COIN, ConversionFault, inRange, issueFor, releaseFor } from './curve.ts';
import { cutLayers, type Layer } from './layers.ts';

/** Lists are in the order of the reserves. */
export interface Curve {
  supply: bigint;
  reserves: readonly bigint[];
  weights: readonly bigint[];
}

export interface Flows {
  /** Includes reserves of second hops. */
  reservesIn: readonly bigint[];
  basketIn: readonly bigint[];
  /** Part of reservesIn that goes on, by the reserves that it comes from and goes to. */
  onwards: readonly (readonly bigint[])[];
}

export interface ImportPrices {
  /** First hops: `lastconversionprice`. */
  prices: bigint[];
  /** Second hops: `viaconversionprice`. */
  viaPrices: bigint[];
}

/**
 * `CCurrencyState::ConvertAmounts` of pbaas/reserves.cpp at b67f63af; see verus-defi §2.
 * @param layersAdd before 2025-02-27 18:00 UTC, sells of several layers counted releases twice
 * @throws ConversionFault
 */
export function convertAmounts(basket: Curve, flows: Flows, layersAdd = false): ImportPrices {
  const first = solve(basket, flows.reservesIn, flows.basketIn, layersAdd);
  const prices = first.rates.map((rate, index) => rate || marginalPrice(basket, index));
  if (flows.onwards.every((targets) => targets.every((amount) => amount === 0n))) return { prices, viaPrices: prices };
  const between = basket.weights.map((_, to) =>
    flows.onwards.reduce((sum, targets, from) => sum + toBasket(targets[to] ?? 0n, first.rates[from] ?? 0n), 0n),
  );
  const none = basket.weights.map(() => 0n);
  const second = solve(first.after, none, between, layersAdd);
  return { prices, viaPrices: second.rates.map((rate, index) => rate || marginalPrice(first.after, index)) };
}

interface Solution {
  /** 0 if nothing flowed. */
  rates: bigint[];
  after: Curve;
}

/** The mean of buys before sells and sells before buys. */
function solve(
  basket: Curve,
  reservesIn: readonly bigint[],
  basketIn: readonly bigint[],
  layersAdd: boolean,
): Solution {
  const { weights, supply } = basket;
  const net = weights.map(
    (_, index) => at(basketIn, index) - inRange(toBasket(at(reservesIn, index), marginalPrice(basket, index))),
  );
  const sells = cutLayers(net, weights);
  const buys = cutLayers(
    net.map((amount) => -amount),
    weights,
  );
  const buysFirst = buyLayers(buys, supply, weights);
  const sellsFirst = sellLayers(sells, supply, weights, layersAdd);
  const sellsThen = sellLayers(sells, supply + buysFirst.total, weights, layersAdd);
  const buysThen = buyLayers(buys, supply - sellsFirst.total, weights);
  const rates = weights.map(() => 0n);
  const reserves = [...basket.reserves];
  let supplyAfter = supply;
  for (const index of weights.keys()) {
    const [brought, sold] = [at(reservesIn, index), at(basketIn, index)];
    if (buysFirst.shares.has(index)) {
      const issued = mean(buysFirst.shares.get(index), buysThen.shares.get(index));
      if (sold + issued <= 0n) throw new ConversionFault('nothing is issued for what is paid in');
      const rate = (brought * COIN) / (sold + issued);
      rates[index] = rate;
      supplyAfter += issued;
      reserves[index] = at(reserves, index) + (sold === 0n ? brought : toReserve(issued, rate));
    } else if (sellsFirst.shares.has(index)) {
      const released = toReserve(
        mean(sellsFirst.shares.get(index), sellsThen.shares.get(index)),
        marginalPrice(basket, index),
      );
      if (sold <= 0n) throw new ConversionFault('nothing is sold for what is released');
      rates[index] = ((brought + released) * COIN) / sold;
      supplyAfter -= sold;
      reserves[index] = at(reserves, index) - released;
    }
  }
  return { rates, after: { supply: supplyAfter, reserves, weights } };
}

interface Stage {
  /** By index of the reserve: basket issued, or reserves released as basket at the marginal price. */
  shares: Map<number, bigint>;
  total: bigint;
}

function buyLayers(layers: readonly Layer[], supply: bigint, weights: readonly bigint[]): Stage {
  const stage: Stage = { shares: new Map(), total: 0n };
  let added = 0n;
  for (const { weight, amount, members } of layers) {
    const reserve = (supply * weight) / COIN + added;
    const issued = issueFor(amount, supply + stage.total, reserve, weight);
    added += amount;
    stage.total += issued;
    for (const index of members) addShare(stage, index, (issued * at(weights, index)) / weight);
  }
  return stage;
}

function sellLayers(layers: readonly Layer[], supply: bigint, weights: readonly bigint[], layersAdd: boolean): Stage {
  const stage: Stage = { shares: new Map(), total: 0n };
  let removed = 0n;
  for (const { weight, amount, members } of layers) {
    const reserve = (supply * weight) / COIN - (layersAdd ? 2n : 1n) * removed;
    const released = releaseFor(amount, supply - stage.total, inRange(reserve), weight);
    removed += released;
    stage.total += amount;
    for (const index of members) addShare(stage, index, (released * at(weights, index)) / weight);
  }
  return stage;
}

function addShare({ shares }: Stage, index: number, amount: bigint): void {
  shares.set(index, (shares.get(index) ?? 0n) + amount);
}

/** `PriceInReserve`: units of a reserve for one unit of basket, the `priceinreserve` of a state. */
export function marginalPrice({ supply, reserves, weights }: Curve, index: number): bigint {
  const weight = at(weights, index);
  if (supply === 0n || weight === 0n) return weight;
  return ((at(reserves, index) || COIN) * COIN * COIN) / (supply * weight);
}

/** `ReserveToNativeRaw` */
export function toBasket(amount: bigint, price: bigint): bigint {
  return price === 0n ? 0n : (amount * COIN) / price;
}

/** `NativeToReserveRaw` */
export function toReserve(amount: bigint, price: bigint): bigint {
  return (amount * price) / COIN;
}

function mean(one = 0n, other = 0n): bigint {
  return (one + other) / 2n;
}

function at(list: readonly bigint[], index: number): bigint {
  return list[index] ?? 0n;
}
