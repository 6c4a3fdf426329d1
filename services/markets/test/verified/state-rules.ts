import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import type { RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Amounts, addAll } from '@ledgergraph/test-kit/rules/raw-json';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { placeOf } from './link-rules.ts';
import type { RawImport } from './raw-records.ts';
import { BASKET, COIN, isRunningBasket, type RawState, REFUNDING, RUNNING, stateOf } from './raw-states.ts';
import type { StoredTransfer } from './stored-flows.ts';
import type { StoredBasket } from './stored-levels.ts';

// See verus-defi.md 2; verified-imports.test.ts has the flows.

const CHANGE_WEIGHT = 0x100;

interface Step {
  record: string;
  one: RawImport;
  before: RawState;
  after: RawState;
  own: StoredBasket | undefined;
  earlier: StoredBasket | undefined;
  transfers: StoredTransfer[];
}

/** Only without another import of the basket in the block, since we have the last state of each block. */
function listSteps(chain: FlowFacts): Step[] {
  const steps = listRunning(chain);
  const key = ({ one }: Step): string => `${one.currencyId} ${one.transaction.height}`;
  const inBlock = Map.groupBy(steps, key);
  return steps.filter((step) => inBlock.get(key(step))?.length === 1);
}

export function listRunning({ imports, stored, levels }: FlowFacts): Step[] {
  const last = new Map<string, RawState>();
  return imports.flatMap((one): Step[] => {
    const [before, after] = [last.get(one.currencyId), stateOf(one)];
    last.set(one.currencyId, after);
    if (before === undefined || !isRunningBasket(before) || !isRunningBasket(after)) return [];
    const rows = levels.baskets.filter(({ basketId }) => basketId === one.currencyId);
    const { height } = one.transaction;
    return [
      {
        record: placeOf('import', one),
        one,
        before,
        after,
        own: rows.find((row) => row.height === height),
        earlier: rows.findLast((row) => row.height < height),
        transfers: stored.imports.get(one.key)?.transfers ?? [],
      },
    ];
  });
}

function compareSteps(
  chain: FlowFacts,
  isOne: (step: Step) => boolean,
  read: (step: Step) => Pick<Check, 'wanted' | 'found'>,
): Check[] {
  return listSteps(chain)
    .filter(isOne)
    .map((step) => ({ record: step.record, ...read(step) }));
}

const ALL = (): boolean => true;
const CONVERSIONS: readonly string[] = ['BUY', 'SELL', 'VIA'];

export const STATE_RULES: readonly FlowRule[] = [
  {
    title: 'a running basket is stored as the state behind its import prints it',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ after, own }) => ({
        wanted: [
          after.supply,
          after.reserves.map((one) => [one.currencyId, one.weight, one.reserves, one.priceInReserve, one.price]),
        ],
        found: [
          own?.supply,
          own?.reserves.map((one) => [
            ...[one.currencyId, one.weight, one.reserves, one.priceInReserve],
            one.lastConversionPrice,
          ]),
        ],
      })),
  },
  {
    title: 'reserves and supply are those before, with what came in and without what went out',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ before, after, own }) => ({
        wanted: [
          before.supply + after.primaryOut,
          after.reserves.map(({ reserveIn, reserveOut }, index) => {
            return (before.reserves[index]?.reserves ?? 0n) + reserveIn - reserveOut;
          }),
        ],
        found: [own?.supply, own?.reserves.map(({ reserves }) => reserves)],
      })),
  },
  {
    title: 'a state prints the weights before it, which we have as of the block before',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ before, after, earlier }) => ({
        wanted: [after.reserves.map(({ priorWeight }) => priorWeight), before.reserves.map(({ weight }) => weight)],
        found: Array(2).fill(earlier?.reserves.map(({ weight }) => weight)),
      })),
  },
  {
    title: 'weights change only with a mint or a burn that changes weights',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ before, after, own, earlier, transfers }) => {
        const mayChange = transfers.some(({ kind, flags }) => kind === 'MINT' || (flags & CHANGE_WEIGHT) !== 0);
        const weights = (state: RawState | StoredBasket | undefined) => state?.reserves.map(({ weight }) => weight);
        return mayChange
          ? { wanted: weights(after), found: weights(own) }
          : { wanted: [weights(before), weights(before)], found: [weights(own), weights(earlier)] };
      }),
  },
  {
    title: 'without a conversion the prices of conversions are carried over',
    counts: [1, 0, 0, -1, -1],
    list: (chain) =>
      compareSteps(
        chain,
        ({ transfers }) => !transfers.some(({ kind }) => CONVERSIONS.includes(kind)),
        ({ before, own, earlier }) => ({
          wanted: Array(2).fill(before.reserves.map(({ price }) => price)),
          found: [own, earlier].map((row) => row?.reserves.map(({ lastConversionPrice }) => lastConversionPrice)),
        }),
      ),
  },
  {
    title: 'the price at the margin follows from reserve, supply and weight',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ after, own }) => ({
        wanted: after.reserves.map(({ priceInReserve }) => priceInReserve),
        found: own?.reserves.map(({ reserves, weight }) => {
          return ((reserves === 0n ? COIN : reserves) * COIN * COIN) / (own.supply * weight);
        }),
      })),
  },
  {
    title: 'the deposits of a basket are its reserves and the exports that it has not imported, at every import',
    counts: [37, 2, 5, -1, -1],
    list: (chain) =>
      compareSteps(chain, ALL, ({ one, own }) => ({
        wanted: depositsOf(chain, one.currencyId, one.transaction),
        found: heldBy(chain, own, one.transaction),
      })),
  },
  {
    title: 'the deposits of a basket are its reserves and the exports that it has not imported, at the tip',
    counts: [1, 1, 1, -1, -1],
    list: (chain) =>
      [...new Set(chain.levels.baskets.map(({ basketId }) => basketId))].map((basketId) => ({
        record: `basket ${basketId} at the tip`,
        wanted: depositsOf(chain, basketId),
        found: heldBy(
          chain,
          chain.levels.baskets.findLast((row) => row.basketId === basketId),
        ),
      })),
  },
  {
    title: 'the units in outputs are the supply, of a basket without what its launch rounded away',
    counts: [4, 1, 4, -1, -1],
    list: ({ raw, imports, levels }) =>
      Array.from(
        Map.groupBy(imports, ({ currencyId }) => currencyId),
        ([currencyId, own]): Check[] => {
          const state = stateOf(own.at(-1) ?? { notarization: undefined });
          if ((state.flags & (RUNNING | REFUNDING)) !== RUNNING || currencyId === raw.chainId) return [];
          // States of such imports print the units for contributors.
          const given = own.reduce((sum, one) => sum + stateOf(one).preconvertedOut, 0n);
          const rest = (state.flags & BASKET) === 0 ? 0n : state.initialSupply - given;
          const supply = levels.supplies.findLast((one) => one.currencyId === currencyId)?.supply ?? 0n;
          return [
            {
              record: `currency ${currencyId} at the tip`,
              wanted: [raw.unspent(() => true).get(currencyId) ?? 0n, state.supply],
              found: [supply - rest, supply],
            },
          ];
        },
      ).flat(),
  },
  {
    title: 'the price of a token stays that of its launch, and only mints and burns change its supply',
    counts: [7, 0, 0, -1, -1],
    list: (chain) => listTokenSteps(chain),
  },
];

function depositsOf({ raw }: FlowFacts, basketId: string, last?: RawTransaction): Amounts {
  return raw.unspent(
    ({ kind, payload }) => kind === 'reservedeposit' && payload.controllingcurrencyid === basketId,
    last,
  );
}

/** Our reserves, and our exports to the basket that no import has paid yet. */
function heldBy({ raw, stored }: FlowFacts, own: StoredBasket | undefined, last?: RawTransaction): Amounts {
  const held: Amounts = new Map(own?.reserves.map(({ currencyId, reserves }) => [currencyId, reserves]));
  const isKnown = (key: string): boolean => {
    const one = raw.transaction(key.split(':')[0] ?? '');
    if (one === undefined || last === undefined) return one !== undefined;
    return one.height < last.height || (one.height === last.height && one.txIndex <= last.txIndex);
  };
  const imported = new Set(
    [...stored.imports.values()].filter(({ key }) => isKnown(key)).map(({ exportKey }) => exportKey),
  );
  for (const one of stored.exports.values()) {
    const isHere = one.currencyId === own?.basketId && one.destinationSystemId === raw.chainId;
    if (isHere && isKnown(one.key) && !imported.has(one.key)) addAll(held, one.totalAmounts);
  }
  return held;
}

function listTokenSteps({ imports, stored }: FlowFacts): Check[] {
  const last = new Map<string, RawState>();
  return imports.flatMap((one): Check[] => {
    const [before, after] = [last.get(one.currencyId), stateOf(one)];
    last.set(one.currencyId, after);
    const isToken = [before, after].every((state) => ((state?.flags ?? 0) & (BASKET | RUNNING)) === RUNNING);
    if (before === undefined || !isToken || one.system !== undefined) return [];
    const transfers = stored.imports.get(one.key)?.transfers ?? [];
    const change = transfers.reduce((sum, { kind, amount }) => {
      return kind === 'MINT' ? sum + amount : kind === 'BURN' ? sum - amount : sum;
    }, 0n);
    const prices = ({ reserves }: RawState) => reserves.map(({ price }) => price);
    const wanted = { prices: prices(after), supply: after.supply };
    return [
      { record: placeOf('import', one), wanted, found: { prices: prices(before), supply: before.supply + change } },
    ];
  });
}
