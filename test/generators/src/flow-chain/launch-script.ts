import { COIN } from '@ledgergraph/chain-generator/formulas';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import { type FlowCurrency, plainCurrency } from './flow-currency.ts';
import type { LaunchPlan } from './launch-plan.ts';
import type { World } from './world.ts';

const BASKET_OPTIONS = 33;
const TOKEN_OPTIONS = 32;
const LAUNCH_BLOCKS = 24;

export interface ScriptedLaunch {
  label: string;
  needs: readonly string[];
  plan(world: World, currencyId: string): LaunchPlan;
}

/**
 * A token with an issuer, one whose maximum is exceeded, one and a basket that fail; then baskets with a carve-out, with preallocations,
 * and with both.
 */
export const SCRIPT: readonly ScriptedLaunch[] = [
  { label: 'gold', needs: [], plan: planIssued },
  { label: 'silver', needs: [], plan: (world, id) => planToken(world, id, { minimum: 10n, maximum: 3_000n }) },
  { label: 'lead', needs: [], plan: (world, id) => planToken(world, id, { minimum: 900_000n, maximum: undefined }) },
  { label: 'alloy', needs: ['gold', 'silver'], plan: planAlloy },
  { label: 'brass', needs: ['gold'], plan: planBrass },
  { label: 'slag', needs: ['gold'], plan: planSlag },
];

function empty(world: World, label: string, currencyId: string): FlowCurrency {
  return { ...plainCurrency(currencyId, `${label}${world.label}`), registrationFee: 5n * COIN };
}

function shares(world: World, coins: readonly bigint[]): LaunchPlan['preallocations'] {
  const people = [...new Set(world.people)];
  return coins.map((amount, index) => ({ address: people[index % people.length] ?? '', amount: amount * COIN }));
}

function planIssued(world: World, currencyId: string): LaunchPlan {
  const currency = { ...empty(world, 'gold', currencyId), isCentralized: true };
  const preallocations = shares(
    world,
    Array.from({ length: 24 }, (_, index) => 40_000n + BigInt(index)),
  );
  return plan(currency, { options: TOKEN_OPTIONS, preallocations });
}

function planToken(
  world: World,
  currencyId: string,
  { minimum, maximum }: { minimum: bigint; maximum: bigint | undefined },
): LaunchPlan {
  const label = maximum === undefined ? 'lead' : 'silver';
  const currency = { ...empty(world, label, currencyId), launchPrices: new Map([[world.chainId, COIN / 2n]]) };
  return plan(currency, {
    options: TOKEN_OPTIONS,
    preallocations: shares(world, [5_000n, 2_500n]),
    minimum: [minimum * COIN],
    maximum: maximum === undefined ? [] : [maximum * COIN],
  });
}

function planAlloy(world: World, currencyId: string): LaunchPlan {
  const reserves = [world.chainId, idOf(world, 'gold'), idOf(world, 'silver')];
  const currency = basket(world, 'alloy', currencyId, { reserves, weights: [50n, 25n, 25n], supply: 100_000n });
  return plan(currency, {
    options: BASKET_OPTIONS,
    preallocations: shares(world, [1_000n]),
    carveOut: COIN / 10n,
    minimum: reserves.map(() => 10n * COIN),
    contributions: [20_000n * COIN, 5_000n * COIN, 900n * COIN],
  });
}

function planBrass(world: World, currencyId: string): LaunchPlan {
  const reserves = [idOf(world, 'gold'), world.chainId];
  const currency = basket(world, 'brass', currencyId, { reserves, weights: [40n, 50n], supply: 50_000n });
  const contributions = [8_000n * COIN, 9_000n * COIN];
  return plan(currency, { options: BASKET_OPTIONS, minimum: reserves.map(() => COIN), contributions });
}

function planSlag(world: World, currencyId: string): LaunchPlan {
  const reserves = [world.chainId, idOf(world, 'gold')];
  const currency = basket(world, 'slag', currencyId, { reserves, weights: [50n, 50n], supply: 10_000n });
  const contributions = [700n * COIN, 0n];
  return plan(currency, { options: BASKET_OPTIONS, minimum: [COIN, 1_000_000n * COIN], contributions });
}

function plan(currency: FlowCurrency, rest: Partial<LaunchPlan> & { options: number }): LaunchPlan {
  const { minimum = [], maximum = [], preallocations = [], carveOut = 0n, contributions = [] } = rest;
  return {
    currency,
    options: rest.options,
    blocks: LAUNCH_BLOCKS,
    minimum,
    maximum,
    preallocations,
    carveOut,
    contributions,
  };
}

function basket(
  world: World,
  label: string,
  currencyId: string,
  { reserves, weights, supply }: { reserves: readonly string[]; weights: readonly bigint[]; supply: bigint },
): FlowCurrency {
  const initialSupply = supply * COIN;
  return {
    ...empty(world, label, currencyId),
    isBasket: true,
    initialSupply,
    supply: initialSupply,
    reserves: reserves.map((id, index) => {
      return { currencyId: id, weight: ((weights[index] ?? 0n) * COIN) / 100n, reserves: 0n, last: 0n, via: 0n };
    }),
  };
}

export function idOf(world: World, label: string): string {
  return childIdentityAddress(`${label}${world.label}`, world.chainHash);
}
