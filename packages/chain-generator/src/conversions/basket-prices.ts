import { COIN, spotPrice } from './formulas.ts';
import { fraction, ONE, power } from './power.ts';

/** Rounds up a result that only rounding keeps from the next satoshi. */
const NEAR = ONE >> 120n;

/** In satoshis. */
export interface BasketReserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
}

/** Satoshis without the conversion fee. Undefined: the basket itself. */
export interface Conversion {
  from: string | undefined;
  to: string | undefined;
  amount: bigint;
}

/** Satoshis of a reserve for one unit of the basket, for first and second hops. */
export interface ReservePrice {
  last: bigint;
  via: bigint;
}

interface Levels {
  supply: bigint;
  held: readonly bigint[];
  weights: readonly bigint[];
}

/**
 * CCurrencyState::ConvertAmounts of pbaas/reserves.cpp: all first hops at once, then second hops on the remaining levels.
 * @param supply without burned units
 * @throws RangeError for more than the basket has
 */
export function findPrices(
  supply: bigint,
  reserves: readonly BasketReserve[],
  conversions: readonly Conversion[],
): Map<string, ReservePrice> {
  const levels = { supply, held: reserves.map((one) => one.reserves), weights: reserves.map(({ weight }) => weight) };
  const sums = (isMeant: (conversion: Conversion, id: string) => boolean): bigint[] =>
    reserves.map(({ currencyId }) =>
      conversions.reduce((sum, one) => (isMeant(one, currencyId) ? sum + one.amount : sum), 0n),
    );
  const paidIn = sums(({ from }, id) => from === id);
  const sold = sums(({ from, to }, id) => from === undefined && to === id);
  const first = solve(levels, paidIn, sold);
  const last = first.rates.map((rate, index) => rate ?? spotAt(levels, index));
  const hops = reserves.map(() => 0n);
  for (const [index, source] of reserves.entries()) {
    for (const [target, { currencyId }] of reserves.entries()) {
      const onward = conversions.filter(({ from, to }) => from === source.currencyId && to === currencyId);
      const amount = onward.reduce((sum, one) => sum + one.amount, 0n);
      hops[target] = at(hops, target) + (amount === 0n ? 0n : (amount * COIN) / at(last, index));
    }
  }
  const second = solve(
    first.after,
    reserves.map(() => 0n),
    hops,
  );
  const hasHops = hops.some((amount) => amount > 0n);
  const via = hasHops ? second.rates.map((rate, index) => rate ?? spotAt(first.after, index)) : last;
  return new Map(reserves.map(({ currencyId }, index) => [currencyId, { last: at(last, index), via: at(via, index) }]));
}

/** The mean of buying first and of selling first. @returns no rate for a reserve without flows */
function solve(levels: Levels, paidIn: readonly bigint[], sold: readonly bigint[]) {
  const { supply, weights } = levels;
  const spots = weights.map((_, index) => spotAt(levels, index));
  const net = weights.map((_, index) => at(sold, index) - (at(paidIn, index) * COIN) / at(spots, index));
  const buys = stack(
    net.map((amount) => -amount),
    weights,
  );
  const sells = stack(net, weights);
  const bought = issue(buys, supply, weights);
  const released = release(sells, supply, weights);
  const releasedThen = release(sells, supply + bought.total, weights);
  const boughtThen = issue(buys, supply - released.total, weights);
  const held = [...levels.held];
  let supplyAfter = supply;
  const rates = weights.map((_, index): bigint | undefined => {
    const [paid, given, amount] = [at(paidIn, index), at(sold, index), at(net, index)];
    if (bought.parts.has(index)) {
      const issued = ((bought.parts.get(index) ?? 0n) + (boughtThen.parts.get(index) ?? 0n)) / 2n;
      const rate = (paid * COIN) / (given + issued);
      supplyAfter += issued;
      held[index] = at(held, index) + (given === 0n ? paid : (issued * rate) / COIN);
      return rate;
    }
    if (amount <= 0n || !released.parts.has(index)) return undefined;
    const units = ((released.parts.get(index) ?? 0n) + (releasedThen.parts.get(index) ?? 0n)) / 2n;
    const coins = (units * at(spots, index)) / COIN;
    supplyAfter -= given;
    held[index] = at(held, index) - coins;
    return ((paid + coins) * COIN) / given;
  });
  return { rates, after: { supply: supplyAfter, held, weights } };
}

interface Layer {
  weight: bigint;
  amount: bigint;
  members: readonly number[];
}

/** Lowest layer first; each top is the height of a reserve's amount. */
function stack(amounts: readonly bigint[], weights: readonly bigint[]): Layer[] {
  let widest = 0n;
  for (const weight of weights) if (weight > widest) widest = weight;
  const heights = amounts.map((amount, index) => (amount > 0n ? (amount * widest) / at(weights, index) : 0n));
  const tops = [...new Set(heights)].filter((height) => height > 0n).sort((a, b) => (a < b ? -1 : 1));
  return tops.map((top, index) => {
    const floor = index === 0 ? 0n : at(tops, index - 1);
    const members = [...heights.keys()].filter((one) => at(heights, one) >= top);
    const parts = members.map((one) => ((top - floor) * at(weights, one)) / widest);
    const sum = (list: readonly bigint[]): bigint => list.reduce((total, one) => total + one, 0n);
    return { weight: sum(members.map((one) => at(weights, one))), amount: sum(parts), members };
  });
}

interface Outcome {
  parts: Map<number, bigint>;
  total: bigint;
}

/** supply · ((1 + in / reserve) ^ weight − 1), layer by layer. */
function issue(layers: readonly Layer[], supply: bigint, weights: readonly bigint[]): Outcome {
  const outcome: Outcome = { parts: new Map(), total: 0n };
  let added = 0n;
  for (const { weight, amount, members } of layers) {
    const reserve = (supply * weight) / COIN + added;
    const grown = power(fraction(reserve + amount, reserve), weight, COIN);
    const issued = ((supply + outcome.total) * (grown - ONE) + NEAR) / ONE;
    added += amount;
    outcome.total += issued;
    share(outcome, members, (member) => (issued * at(weights, member)) / weight);
  }
  return outcome;
}

/** reserve · (1 − (1 − in / supply) ^ (1 / weight)), layer by layer. */
function release(layers: readonly Layer[], supply: bigint, weights: readonly bigint[]): Outcome {
  const outcome: Outcome = { parts: new Map(), total: 0n };
  let removed = 0n;
  for (const { weight, amount, members } of layers) {
    const units = supply - outcome.total;
    if (amount >= units) throw new RangeError('more is sold than the basket has');
    const left = power(fraction(units - amount, units), COIN, weight);
    const released = (((supply * weight) / COIN - removed) * (ONE - left) + NEAR) / ONE;
    removed += released;
    outcome.total += amount;
    share(outcome, members, (member) => (released * at(weights, member)) / weight);
  }
  return outcome;
}

function share({ parts }: Outcome, members: readonly number[], partOf: (member: number) => bigint): void {
  for (const member of members) parts.set(member, (parts.get(member) ?? 0n) + partOf(member));
}

function spotAt({ supply, held, weights }: Levels, index: number): bigint {
  return spotPrice(at(held, index), supply, at(weights, index));
}

function at(list: readonly bigint[], index: number): bigint {
  return list[index] ?? 0n;
}
