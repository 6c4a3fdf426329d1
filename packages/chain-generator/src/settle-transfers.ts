import { addTo } from './amounts.ts';
import { findPrices, type Conversion as Move } from './conversions/basket-prices.ts';
import { COIN, intoBasket, outOfBasket } from './conversions/formulas.ts';
import { conversionFee } from './conversions/import-fees.ts';
import { type Currency, NO_FLOW, type Reserve, type ReserveFlow, type StateFlows } from './currency.ts';
import { TRANSFER, type TransferRequest } from './transfer.ts';

/** Satoshis. */
export interface Paid {
  address: string;
  currencyId: string;
  amount: bigint;
}

/** Satoshis. */
export interface Conversion {
  basketId: string;
  direction: 'BUY' | 'SELL' | 'VIA';
  fromId: string;
  toId: string;
  amountIn: bigint;
  amountInNet: bigint;
  conversionFee: bigint;
  amountOut: bigint;
  /** Satoshis of `from` for one unit of `to`. */
  price: bigint;
}

export interface Settled {
  request: TransferRequest;
  paid: Paid[];
  conversion: Conversion | null;
  onward: TransferRequest | null;
}

/** Satoshis. */
export interface Outcome {
  settled: Settled[];
  flows: Map<string, ReserveFlow>;
  minted: bigint;
  burnedByWeight: bigint;
  primaryOut: bigint;
  primaryFees: bigint;
  primaryConversionFees: bigint;
  nativeFees: bigint;
}

/** As the state after an import counts it. */
export function stateFlows(outcome: Outcome, priorWeights?: ReadonlyMap<string, bigint>): StateFlows {
  return {
    reserves: outcome.flows,
    ...(priorWeights === undefined ? {} : { priorWeights }),
    emitted: outcome.minted - outcome.burnedByWeight,
    primaryFees: outcome.primaryFees,
    primaryConversionFees: outcome.primaryConversionFees,
    primaryOut: outcome.primaryOut,
  };
}

interface Tally {
  flows: Map<string, ReserveFlow>;
  bought: bigint;
  sold: bigint;
  burned: bigint;
  burnedByWeight: bigint;
  minted: bigint;
  transferFees: Map<string, bigint>;
  conversionFees: Map<string, bigint>;
}

/** All conversions of an import have the same prices, which follow from all flows together. @param nativeId fees become this currency */
export function settleTransfers(currency: Currency, requests: readonly TransferRequest[], nativeId: string): Outcome {
  const tally: Tally = {
    flows: new Map(currency.reserves.map(({ currencyId }) => [currencyId, { ...NO_FLOW }])),
    bought: 0n,
    sold: 0n,
    burned: 0n,
    burnedByWeight: 0n,
    minted: 0n,
    transferFees: new Map(),
    conversionFees: new Map(),
  };
  setPrices(currency, requests, nativeId);
  const settled = requests.map((request) => settleOne(currency, request, tally));
  const nativeFees = convertFees(currency, tally, nativeId);
  const unitFees = tally.conversionFees.get(currency.currencyId) ?? 0n;
  const unitTransferFees = tally.transferFees.get(currency.currencyId) ?? 0n;
  for (const { currencyId } of currency.reserves) {
    const flow = flowOf(tally, currencyId);
    flow.conversionFees = tally.conversionFees.get(currencyId) ?? 0n;
    flow.fees = flow.conversionFees + (tally.transferFees.get(currencyId) ?? 0n);
  }
  const primaryOut = tally.bought + tally.minted - tally.sold - tally.burned - unitFees / 2n;
  moveLevels(currency, tally, primaryOut);
  return {
    settled,
    flows: tally.flows,
    minted: tally.minted,
    burnedByWeight: tally.burnedByWeight,
    primaryOut,
    primaryFees: unitFees + unitTransferFees,
    primaryConversionFees: unitFees,
    nativeFees,
  };
}

function settleOne(currency: Currency, request: TransferRequest, tally: Tally): Settled {
  const { kind, fromId, amount, toId, fee, feeCurrencyId, destination } = request;
  addTo(tally.transferFees, feeCurrencyId, fee);
  const paid = (currencyId: string, value: bigint): Paid[] =>
    value > 0n ? [{ address: destination, currencyId, amount: value }] : [];
  const nothing = { request, conversion: null, onward: null };
  switch (kind) {
    case 'BUY':
    case 'SELL':
    case 'VIA': {
      const conversion = convert(currency, request, tally);
      return { ...nothing, conversion, paid: paid(conversion.toId, conversion.amountOut) };
    }
    case 'MINT':
      tally.minted += amount;
      return { ...nothing, paid: paid(toId, amount) };
    case 'BURN':
      burn(currency, request, tally);
      return { ...nothing, paid: [] };
    default:
      return { ...nothing, ...sendOn(currency, request, tally), paid: paid(fromId, amount) };
  }
}

function convert(currency: Currency, request: TransferRequest, tally: Tally): Conversion {
  const { kind, fromId, amount, toId } = request;
  const conversion = conversionFee(amount, kind === 'VIA' ? 2 : 1);
  const net = amount - conversion;
  addTo(tally.conversionFees, fromId, conversion);
  const shape = { basketId: currency.currencyId, fromId, toId, amountIn: amount, amountInNet: net };
  if (kind === 'BUY') {
    const { last } = reserveOf(currency, fromId);
    const amountOut = intoBasket(net, last);
    flowOf(tally, fromId).reserveIn += net;
    tally.bought += amountOut;
    return { ...shape, direction: 'BUY', conversionFee: conversion, amountOut, price: last };
  }
  if (kind === 'SELL') {
    const { last } = reserveOf(currency, toId);
    const amountOut = outOfBasket(net, last);
    flowOf(tally, toId).primaryIn += net;
    flowOf(tally, toId).reserveOut += amountOut;
    tally.sold += net;
    return { ...shape, direction: 'SELL', conversionFee: conversion, amountOut, price: (COIN * COIN) / last };
  }
  const { last } = reserveOf(currency, fromId);
  const { via } = reserveOf(currency, toId);
  const amountOut = outOfBasket(intoBasket(net, last), via);
  flowOf(tally, fromId).reserveIn += net;
  flowOf(tally, toId).reserveOut += amountOut;
  const price = (((COIN * COIN) / via) * last) / COIN;
  return { ...shape, direction: 'VIA', conversionFee: conversion, amountOut, price };
}

/** Burned units raise the price, or the weights; a burned reserve stays in the basket. */
function burn(currency: Currency, { flags, fromId, amount }: TransferRequest, tally: Tally): void {
  if (fromId !== currency.currencyId) {
    flowOf(tally, fromId).reserveIn += amount;
    return;
  }
  tally.burned += amount;
  if ((flags & TRANSFER.BURN_WEIGHT) !== 0) tally.burnedByWeight += amount;
}

/** As a transfer of its own, whose fee is converted into the other system's currency. */
function sendOn(currency: Currency, request: TransferRequest, tally: Tally): { onward: TransferRequest | null } {
  const { gateway, fromId, amount, feeCurrencyId, destination, refundTo } = request;
  if (gateway === undefined) return { onward: null };
  const fromUnits = feeCurrencyId === currency.currencyId;
  const conversion = conversionFee(gateway.fees, fromUnits ? 1 : 2);
  const net = gateway.fees - conversion;
  addTo(tally.conversionFees, feeCurrencyId, conversion);
  flowOf(tally, feeCurrencyId).reserveIn += net;
  const fee = outOfBasket(
    intoBasket(net, reserveOf(currency, feeCurrencyId).last),
    reserveOf(currency, gateway.systemId).via,
  );
  flowOf(tally, gateway.systemId).reserveOut += fee;
  const onward: TransferRequest = {
    kind: 'SEND',
    flags: TRANSFER.VALID | TRANSFER.CROSS_SYSTEM,
    fromId,
    amount,
    toId: gateway.systemId,
    feeCurrencyId: gateway.systemId,
    fee,
    destination,
    exportTo: gateway.systemId,
    ...(refundTo === undefined ? {} : { refundTo }),
  };
  return { onward };
}

/** Half of the conversion fees stays in the basket. @returns the rest, and the transfer fees, as native coin */
function convertFees(currency: Currency, tally: Tally, nativeId: string): bigint {
  const ids = new Set([...tally.transferFees.keys(), ...tally.conversionFees.keys()]);
  let native = 0n;
  for (const id of ids) {
    const conversion = tally.conversionFees.get(id) ?? 0n;
    const leaving = conversion - conversion / 2n + (tally.transferFees.get(id) ?? 0n);
    if (id === nativeId) {
      native += leaving;
      if (currency.isBasket) flowOf(tally, id).reserveIn += conversion / 2n;
    } else if (id === currency.currencyId) {
      const out = outOfBasket(leaving, reserveOf(currency, nativeId).last);
      flowOf(tally, nativeId).primaryIn += leaving;
      flowOf(tally, nativeId).reserveOut += out;
      tally.sold += leaving;
      native += out;
    } else {
      const out = outOfBasket(intoBasket(leaving, reserveOf(currency, id).last), reserveOf(currency, nativeId).via);
      flowOf(tally, id).reserveIn += leaving + conversion / 2n;
      flowOf(tally, nativeId).reserveOut += out;
      native += out;
    }
  }
  return native;
}

/** From conversions, fees of onward legs, and half of the fees. */
function setPrices(currency: Currency, requests: readonly TransferRequest[], nativeId: string): void {
  if (!currency.isBasket || !requests.some(isConversion)) return;
  const { currencyId: basketId, reserves } = currency;
  const sideOf = (id: string): string | undefined => (id === basketId ? undefined : id);
  const conversions: Move[] = [];
  const kept = new Map<string, bigint>();
  const transferFees = new Map<string, bigint>();
  for (const request of requests) {
    const { kind, fromId, toId, amount, feeCurrencyId, fee, gateway } = request;
    addTo(transferFees, feeCurrencyId, fee);
    if (isConversion(request)) {
      const taken = conversionFee(amount, kind === 'VIA' ? 2 : 1);
      addTo(kept, fromId, taken);
      conversions.push({ from: sideOf(fromId), to: sideOf(toId), amount: amount - taken });
    }
    if (gateway === undefined) continue;
    const taken = conversionFee(gateway.fees, feeCurrencyId === basketId ? 1 : 2);
    addTo(kept, feeCurrencyId, taken);
    conversions.push({ from: sideOf(feeCurrencyId), to: gateway.systemId, amount: gateway.fees - taken });
  }
  for (const id of new Set([...kept.keys(), ...transferFees.keys()])) {
    const taken = kept.get(id) ?? 0n;
    const amount = taken - taken / 2n + (transferFees.get(id) ?? 0n);
    if (id !== nativeId) conversions.push({ from: sideOf(id), to: nativeId, amount });
  }
  const prices = findPrices(currency.supply - (kept.get(basketId) ?? 0n) / 2n, reserves, conversions);
  for (const reserve of reserves) Object.assign(reserve, prices.get(reserve.currencyId));
}

function isConversion({ kind }: TransferRequest): boolean {
  return kind === 'BUY' || kind === 'SELL' || kind === 'VIA';
}

function moveLevels(currency: Currency, { flows, minted, burnedByWeight }: Tally, primaryOut: bigint): void {
  const before = currency.supply;
  currency.supply += primaryOut;
  for (const reserve of currency.reserves) {
    const { reserveIn, reserveOut } = flows.get(reserve.currencyId) ?? { reserveIn: 0n, reserveOut: 0n };
    reserve.reserves += reserveIn - reserveOut;
    // Fewer units for the same reserves at the same price.
    if (burnedByWeight > 0n) reserve.weight = (reserve.weight * before) / (before - burnedByWeight);
    if (minted > 0n) reserve.weight = (reserve.weight * before) / (before + minted);
  }
}

function flowOf({ flows }: Tally, currencyId: string): ReserveFlow {
  const flow = flows.get(currencyId);
  if (flow === undefined) throw new Error(`${currencyId} is no reserve of the basket that is imported`);
  return flow;
}

export function reserveOf({ reserves }: Currency, currencyId: string): Reserve {
  const reserve = reserves.find((one) => one.currencyId === currencyId);
  if (reserve === undefined) throw new Error(`${currencyId} is no reserve`);
  return reserve;
}
