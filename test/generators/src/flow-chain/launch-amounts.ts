import { addTo } from '@ledgergraph/chain-generator/amounts';
import { coinKey } from '@ledgergraph/chain-generator/coin';
import { NO_FLOW, type ReserveFlow, type StateFlows } from '@ledgergraph/chain-generator/currency';
import { COIN, intoBasket, launchPrice, outOfBasket } from '@ledgergraph/chain-generator/formulas';
import { conversionFee } from '@ledgergraph/chain-generator/import-fees';
import type { Paid, Settled } from '@ledgergraph/chain-generator/settle-transfers';
import type { ExpectedLaunch } from './flow-ledger.ts';
import { HALF_FEE, type Launch, type LaunchPlan, sumPreallocations, takenCurrencies } from './launch-plan.ts';
import type { WaitingTransfer, World } from './world.ts';

/** From it on, a contribution counts for less than it gives. */
const LEAST_COUNTED = 20_000n;

/** Refuses those above a maximum; moves the preview of the levels. */
export function takeContributions(launch: Launch, transfers: readonly WaitingTransfer[]): StateFlows {
  const { plan, entry, refused } = launch;
  const { currency } = plan;
  const ids = takenCurrencies(currency);
  const reserves = new Map<string, ReserveFlow>();
  let units = 0n;
  for (const { request, entry: transfer } of transfers) {
    const { fromId, amount, fee } = request;
    const counted = conversionFee(amount, 1);
    const maximum = plan.maximum[ids.indexOf(fromId)];
    const before = entry.accepted.get(fromId) ?? 0n;
    const least = counted > LEAST_COUNTED ? counted : LEAST_COUNTED;
    const isRefused = maximum !== undefined && before + amount - least > maximum;
    if (isRefused) refused.add(coinKey(transfer));
    else addTo(entry.accepted, fromId, amount - counted);
    const flow = reserves.get(fromId) ?? { ...NO_FLOW };
    const price = currency.launchPrices.get(fromId);
    const net = isRefused ? 0n : amount - counted;
    if (price !== undefined) units += intoBasket(net, price);
    flow.reserveIn += price === undefined ? net : intoBasket(net, price);
    flow.conversionFees += isRefused ? 0n : counted;
    flow.fees += (isRefused ? 0n : counted) + fee;
    reserves.set(fromId, flow);
  }
  if (currency.isBasket) preview(plan, entry);
  else currency.supply += units;
  return { reserves, preconverted: units, primaryOut: units };
}

function preview({ currency }: LaunchPlan, { accepted }: ExpectedLaunch): void {
  for (const reserve of currency.reserves) {
    reserve.reserves = accepted.get(reserve.currencyId) ?? 0n;
    reserve.last = launchPrice(
      reserve.reserves === 0n ? COIN : reserve.reserves,
      currency.initialSupply,
      reserve.weight,
    );
    reserve.via = reserve.last;
  }
}

/** Sets the levels of the beginning, or the zeros of a failure. */
export function decide({ plan, entry }: Launch): void {
  const { currency, carveOut } = plan;
  const ids = takenCurrencies(currency);
  const accepted = ids.map((id) => entry.accepted.get(id) ?? 0n);
  const hasEnough = accepted.every((amount, index) => amount >= (plan.minimum[index] ?? 0n));
  entry.isConfirmed = hasEnough && (!currency.isBasket || accepted.every((amount) => amount > 0n));
  if (!entry.isConfirmed) {
    currency.supply = 0n;
    for (const reserve of currency.reserves) reserve.reserves = 0n;
    for (const id of ids) if (!currency.isBasket) currency.launchPrices.set(id, 0n);
    return;
  }
  currency.supply = currency.initialSupply + sumPreallocations(plan);
  for (const [index, id] of ids.entries()) {
    const reserve = currency.reserves[index];
    const price =
      reserve === undefined
        ? currency.launchPrices.get(id)
        : launchPrice(accepted[index] ?? 0n, currency.initialSupply, reserve.weight);
    entry.launchPrice.set(id, price ?? 0n);
    if (reserve === undefined) continue;
    reserve.last = price ?? 0n;
    reserve.via = reserve.last;
    reserve.weight = (reserve.weight * (COIN - carveOut) * currency.initialSupply) / (COIN * currency.supply);
  }
}

export interface LaunchOutcome {
  settled: Settled[];
  carveOuts: Paid[];
  fees: bigint;
  flows: StateFlows;
}

export function payContributions(
  { plan, entry, refused }: Launch,
  transfers: readonly WaitingTransfer[],
  nativeId: string,
): LaunchOutcome {
  const { currency } = plan;
  const kept = transfers.filter((transfer) => entry.isConfirmed === true && !refused.has(coinKey(transfer.entry)));
  const flows = new Map<string, ReserveFlow>();
  const carved = new Map<string, bigint>();
  let units = 0n;
  const settled = transfers.map((transfer): Settled => {
    const { request } = transfer;
    const { fromId, amount, destination } = request;
    const flow = flows.get(fromId) ?? { ...NO_FLOW };
    flows.set(fromId, flow);
    const nothing = { request, conversion: null, onward: null };
    if (!kept.includes(transfer)) {
      addTo(entry.refunded, fromId, amount);
      return { ...nothing, paid: [{ address: destination, currencyId: fromId, amount }] };
    }
    const fee = conversionFee(amount, 1);
    const net = amount - fee;
    const made = intoBasket(net, entry.launchPrice.get(fromId) ?? COIN);
    units += made;
    flow.reserveIn += currency.isBasket ? amount : made;
    flow.primaryIn += currency.isBasket ? net : made;
    flow.conversionFees += fee;
    addTo(carved, fromId, net - (net * (COIN - plan.carveOut)) / COIN);
    const own = { address: destination, currencyId: currency.currencyId, amount: made };
    const toIssuer = { address: currency.currencyId, currencyId: fromId, amount: net };
    return { ...nothing, paid: currency.isBasket ? [own] : [toIssuer, own] };
  });
  const fees = launchFees(currency, flows, { transfers, nativeId });
  if (currency.isBasket) moveReserves(currency.reserves, flows, carved);
  else currency.supply += units;
  for (const [id, amount] of carved) addTo(entry.carveOut, id, amount);
  const carveOuts = Array.from(carved, ([currencyId, amount]) => ({
    address: currency.currencyId,
    currencyId,
    amount,
  }));
  return { settled, carveOuts, fees, flows: { reserves: flows, primaryOut: units, preconverted: units } };
}

/** As native coin: half of a basket's conversion fees, all of a token's. */
function launchFees(
  currency: LaunchPlan['currency'],
  flows: Map<string, ReserveFlow>,
  { transfers, nativeId }: { transfers: readonly WaitingTransfer[]; nativeId: string },
): bigint {
  const transferFees = transfers.reduce((sum, { request }) => sum + request.fee, 0n);
  let native = transferFees;
  const nativeReserve = currency.reserves.find(({ currencyId }) => currencyId === nativeId);
  for (const [id, flow] of flows) {
    const leaving = currency.isBasket ? flow.conversionFees - flow.conversionFees / 2n : flow.conversionFees;
    const reserve = currency.reserves.find(({ currencyId }) => currencyId === id);
    if (id === nativeId) native += leaving;
    else if (reserve !== undefined && nativeReserve !== undefined && leaving > 0n) {
      native += outOfBasket(intoBasket(leaving, reserve.last), nativeReserve.via);
    }
    flow.fees = flow.conversionFees;
  }
  const flow = flows.get(nativeId) ?? { ...NO_FLOW };
  flow.fees += transferFees;
  if (currency.isBasket && currency.supply > 0n) {
    flow.reserveIn += transferFees;
    flow.reserveOut += native;
  }
  flows.set(nativeId, flow);
  return native;
}

function moveReserves(
  reserves: LaunchPlan['currency']['reserves'],
  flows: ReadonlyMap<string, ReserveFlow>,
  carved: ReadonlyMap<string, bigint>,
): void {
  for (const reserve of reserves) {
    const flow = flows.get(reserve.currencyId);
    if (flow === undefined) continue;
    flow.reserveOut += carved.get(reserve.currencyId) ?? 0n;
    reserve.reserves += flow.reserveIn - flow.reserveOut;
  }
}

export function launchFlows({ chainId }: World, { plan, entry }: Launch): StateFlows {
  const emitted = entry.isConfirmed === true ? sumPreallocations(plan) : 0n;
  const flow = { reserveIn: 0n, primaryIn: 0n, reserveOut: 0n, fees: HALF_FEE, conversionFees: 0n };
  return { reserves: new Map([[chainId, flow]]), emitted, primaryOut: emitted };
}
