import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';
import { decimalText, satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { readFlows } from '#/indexing/read-flows.ts';
import { keyOf, type LaunchFacts, recordOf } from './launch-rules.ts';
import {
  COIN,
  launchPriceOf,
  launchSupplyOf,
  type Placed,
  preallocationsOf,
  type RawContribution,
  type RawLaunch,
  unitsFor,
} from './raw-launches.ts';

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

export function checkContributions({ launches, transfers }: LaunchFacts): Check[] {
  return launches.flatMap((launch) =>
    launch.contributions.map((one) => {
      const { key, isRefused } = one;
      const answer = transfers.get(key);
      return {
        record: `contribution ${key} to the ${recordOf(launch)}`,
        found: {
          status: answer?.status,
          paid: answer?.payouts.map(({ address, currencyId, amount }: Json) => [address, currencyId, amount]),
        },
        wanted: {
          status: isRefused || !launch.isConfirmed ? 'REFUNDED' : 'SETTLED',
          paid: paymentsFor(launch, one).map(([address, id, amount]) => [address, id, decimalText(amount)]),
        },
      };
    }),
  );
}

function paymentsFor(launch: RawLaunch, one: RawContribution): [address: string, currencyId: string, bigint][] {
  const { currencyId, isConfirmed, isBasket } = launch;
  const { fromId, amount, fee, destination, isRefused } = one;
  if (isRefused || !isConfirmed) return [[destination, fromId, amount]];
  const units: [string, string, bigint] = [destination, currencyId, unitsFor(launch, one)];
  return isBasket ? [units] : [[currencyId, fromId, amount - fee], units];
}

export function checkPrices({ launches, answers }: LaunchFacts): Check[] {
  return launches.flatMap((launch) => {
    const { isConfirmed, isBasket, accepted, currencyId } = launch;
    const state = launch.states.at(-1)?.payload.currencystate;
    // A launch that preallocates nothing prints none here.
    const isPrinted = isConfirmed && isBasket && preallocationsOf(launch).length > 0;
    return launch.reserveIds.map((id, index) => {
      const answer = answers.get(currencyId)?.reserves[index];
      const counted = isConfirmed ? (accepted.get(id) ?? 0n) : 0n;
      const flow = state?.currencies?.[id];
      return {
        record: `reserve ${id} of the ${recordOf(launch)}`,
        found: {
          id: answer?.currency.currencyId,
          accepted: answer?.accepted,
          price: answer?.launchPrice,
          printed: isPrinted ? satoshisOf(flow?.primarycurrencyin ?? '0') : null,
        },
        wanted: {
          id,
          accepted: decimalText(counted),
          price: isConfirmed ? decimalText(launchPriceOf(launch, index)) : null,
          printed: isPrinted ? counted : null,
        },
      };
    });
  });
}

export function checkSupplies({ launches, supplies }: LaunchFacts): Check[] {
  return launches.map((launch) => ({
    record: recordOf(launch),
    found: {
      supply: supplies.get(launch.currencyId),
      printed: satoshisOf(launch.states.at(-1)?.payload.currencystate.supply ?? '0'),
    },
    wanted: { supply: decimalText(launchSupplyOf(launch)), printed: launchSupplyOf(launch) },
  }));
}

/** Only baskets carve out. */
export function checkCarveOuts({ launches, answers, imports }: LaunchFacts): Check[] {
  return launches
    .filter(({ isBasket, isConfirmed }) => isBasket && isConfirmed)
    .flatMap((launch) => {
      const reserves: Json[] = answers.get(launch.currencyId)?.reserves ?? [];
      const all = reserves.map(
        ({ currency, carveOut }) => [currency.currencyId, satoshisFromDecimalText(carveOut)] as const,
      );
      const ofLaunch = {
        record: recordOf(launch),
        found: all.filter(([, amount]) => amount > 0n).sort(),
        wanted: carvedFrom(launch, launch.contributions).sort(),
      };
      return [ofLaunch, ...launch.exports.map((exported) => checkCarvedBy(launch, exported, imports))];
    });
}

function checkCarvedBy(launch: RawLaunch, { at }: Placed, imports: LaunchFacts['imports']): Check {
  const raw = launch.imports.find(({ payload }) => payload.exporttxid === at.txid);
  const payouts: Json[] = (raw && imports.get(keyOf(raw))?.payouts) ?? [];
  const carved = carvedFrom(
    launch,
    launch.contributions.filter(({ exportTxid }) => exportTxid === at.txid),
  );
  // Its state and its payouts stand behind the import.
  const end = (raw?.vout ?? 0) + 2 + Number(raw?.payload.numoutputs);
  const last = payouts.filter(({ index }) => index >= end - carved.length);
  return {
    record: `import ${raw && keyOf(raw)} of the ${recordOf(launch)}`,
    found: last.map(({ address, currencyId, amount }) => [address, currencyId, amount]).sort(),
    wanted: carved.map(([id, amount]) => [launch.currencyId, id, decimalText(amount)]).sort(),
  };
}

function carvedFrom(launch: RawLaunch, contributions: readonly RawContribution[]): (readonly [string, bigint])[] {
  const rest = COIN - satoshisOf(launch.definition.prelaunchcarveout ?? '0');
  return launch.reserveIds.flatMap((id) => {
    const taken = contributions.filter(({ fromId, isRefused }) => fromId === id && !isRefused);
    const amount = sum(taken.map((one) => one.amount - one.fee).map((net) => net - (net * rest) / COIN));
    return amount > 0n ? [[id, amount] as const] : [];
  });
}

/** The protocol draws how odd satoshis are split, so only the sum is known. */
export function checkWeights({ chain, launches }: LaunchFacts): Check[] {
  return launches
    .filter(({ isBasket, isConfirmed }) => isBasket && isConfirmed)
    .map((launch) => {
      const { definition, startBlock, currencyId, reserveIds } = launch;
      const block = chain.blocks[startBlock + 2];
      const states = block === undefined ? [] : readFlows(block).imports.map(({ state }) => state);
      const state = states.findLast((one) => one?.currencyId === currencyId);
      const [carve, discount] = [definition.prelaunchcarveout ?? '0', definition.prelaunchdiscount ?? '0'].map(
        satoshisOf,
      );
      const weights = sum(definition.weights.map(satoshisOf));
      const base = weights * (COIN - (carve ?? 0n)) * (COIN - (discount ?? 0n)) * satoshisOf(definition.initialsupply);
      const total = base / (COIN * COIN * launchSupplyOf(launch));
      const difference = total - sum(state?.reserves.map(({ weight }) => weight) ?? []);
      const odd = BigInt(reserveIds.length);
      const isNear = difference > -odd && difference < odd;
      return { record: recordOf(launch), found: { difference, isNear }, wanted: { difference, isNear: true } };
    });
}
