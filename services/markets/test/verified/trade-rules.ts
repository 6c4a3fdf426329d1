import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { listPaid, netOf, type Paid } from './payout-rules.ts';
import { COIN } from './raw-states.ts';
import { listRunning } from './state-rules.ts';
import type { AnsweredConversion } from './stored-levels.ts';

// See verus-defi.md 3.

interface RawConversion extends Paid {
  key: string;
  net: bigint;
  out: bigint;
  /** Null for the basket. */
  paidPrice: bigint | null;
  gotPrice: bigint | null;
}

function listConversions(chain: FlowFacts): RawConversion[] {
  return listPaid(chain)
    .filter(({ kind, own }) => ['BUY', 'SELL', 'VIA'].includes(kind) && own.outcome === 'SETTLED')
    .map((paid): RawConversion => {
      const { kind, order, state, one, own } = paid;
      const reserve = (id: string) => state.reserves.find(({ currencyId }) => currencyId === id);
      const output = one.transaction.outputs[own.payouts.at(-1)?.vout ?? -1];
      const second = kind === 'VIA' ? reserve(order.toId)?.viaPrice : reserve(order.toId)?.price;
      return {
        ...paid,
        key: own.key,
        net: netOf(order),
        out: output?.held.get(order.toId) ?? 0n,
        paidPrice: kind === 'SELL' ? null : (reserve(order.src)?.price ?? 0n),
        gotPrice: kind === 'BUY' ? null : (second ?? 0n),
      };
    });
}

/** In the given currency, for one unit of the asked one. */
function priceOf({ paidPrice, gotPrice }: RawConversion): bigint {
  if (gotPrice === null) return paidPrice ?? 0n;
  const units = (COIN * COIN) / gotPrice;
  return paidPrice === null ? units : (units * paidPrice) / COIN;
}

function compareConversions(
  chain: FlowFacts,
  read: (one: RawConversion, own: AnsweredConversion | undefined) => Pick<Check, 'wanted' | 'found'>,
): Check[] {
  const answers = new Map(chain.levels.conversions.map((own) => [`${own.txid}:${own.index}`, own]));
  return listConversions(chain).map((one) => ({ record: one.record, ...read(one, answers.get(one.key)) }));
}

export const TRADE_RULES: readonly FlowRule[] = [
  {
    title: 'a basket that runs has at most one import in a block',
    counts: [37, 2, 5, -1, 0],
    list: (chain) => {
      const heightOf = (key: string) => chain.raw.transaction(key.split(':')[0] ?? '')?.height;
      const own = [...chain.stored.imports.values()].map(({ key, currencyId }) => `${currencyId} ${heightOf(key)}`);
      // The generator imports from both chains in one block, as no recorded chain does.
      if (chain.label === 'launched') return [];
      return listRunning(chain).map(({ record, one }) => ({
        record,
        wanted: 1,
        found: own.filter((key) => key === `${one.currencyId} ${one.transaction.height}`).length,
      }));
    },
  },
  {
    title: 'trades are the settled buys, sells and conversions through a basket, and nothing else',
    counts: [99, 4, 5, -1, -1],
    list: (chain) => {
      const keys = chain.levels.conversions.map(({ txid, index }) => `${txid}:${index}`).sort();
      const raws = listConversions(chain);
      const all = { record: chain.raw.chainId, wanted: raws.map(({ key }) => key).sort(), found: keys };
      return [all, ...compareConversions(chain, ({ kind }, own) => ({ wanted: kind, found: own?.direction })).slice(1)];
    },
  },
  {
    title: 'a trade has the amount that was given, the net amount and the amount that was paid',
    counts: [99, 4, 5, -1, -1],
    list: (chain) =>
      compareConversions(chain, ({ order, net, out }, own) => ({
        wanted: [order.src, order.toId, order.amount, net, out].map(text),
        found: [own?.fromId, own?.toId, own?.amountIn, own?.amountInNet, own?.amountOut],
      })),
  },
  {
    title: 'a trade has the price that the state of its import gives all trades of its pair',
    counts: [99, 4, 5, -1, -1],
    list: (chain) => compareConversions(chain, (one, own) => ({ wanted: text(priceOf(one)), found: own?.price })),
  },
  {
    title: 'the effective price of a trade is what was given, fee included, for what was paid',
    counts: [99, 4, 5, -1, -1],
    list: (chain) =>
      compareConversions(chain, ({ order, out }, own) => ({
        wanted: out === 0n ? null : text((order.amount * COIN) / out),
        found: own?.effectivePrice ?? null,
      })),
  },
  {
    title: 'a market has one tick for each block with trades, with their volumes and prices',
    counts: [110, 6, 5, -1, -1],
    list: (chain) => compareTicks(chain),
  },
];

function text(value: bigint | string): string {
  return typeof value === 'string' ? value : decimalText(value);
}

/** `price` counts `unitId` for one unit of the other currency. */
interface Leg {
  fromId: string;
  toId: string;
  amountIn: bigint;
  amountOut: bigint;
  unitId: string;
  price: bigint;
}

/** From reserve to reserve there are three trades; units of the basket stand in no output. */
function legsOf(one: RawConversion): Leg[] {
  const { kind, order, net, out, paidPrice, gotPrice } = one;
  if (net === 0n || out === 0n) return [];
  const whole = { fromId: order.src, toId: order.toId, amountIn: net, amountOut: out };
  if (kind === 'BUY') return [{ ...whole, unitId: order.src, price: paidPrice ?? 0n }];
  if (kind === 'SELL') return [{ ...whole, unitId: order.toId, price: gotPrice ?? 0n }];
  const basketId = one.one.currencyId;
  const units = (net * COIN) / (paidPrice ?? 1n);
  return [
    { ...whole, unitId: order.src, price: priceOf(one) },
    { ...whole, toId: basketId, amountOut: units, unitId: order.src, price: paidPrice ?? 0n },
    { ...whole, fromId: basketId, amountIn: units, unitId: order.toId, price: gotPrice ?? 0n },
  ];
}

function compareTicks(chain: FlowFacts): Check[] {
  const all = listConversions(chain).flatMap((one) =>
    legsOf(one).map((leg) => ({ ...leg, basketId: one.one.currencyId, height: one.one.transaction.height })),
  );
  const keyOf = (basketId: string, height: number, pair: readonly string[]) =>
    `${basketId} at ${height}: ${[...pair].sort().join(' and ')}`;
  const groups = Map.groupBy(all, ({ basketId, height, fromId, toId }) => keyOf(basketId, height, [fromId, toId]));
  const ticks = Map.groupBy(chain.levels.ticks, ({ basketId, height, baseId, quoteId }) =>
    keyOf(basketId, height, [baseId, quoteId]),
  );
  const ofNone = [...ticks.keys()].filter((key) => !groups.has(key));
  return Array.from(groups, ([key, legs]) => {
    const [own, ...more] = ticks.get(key) ?? [];
    const sum = (id: string | undefined) =>
      legs.reduce((total, { fromId, amountIn, amountOut }) => total + (fromId === id ? amountIn : amountOut), 0n);
    const prices = legs
      .map(({ unitId, price }) => (unitId === own?.quoteId ? price : (COIN * COIN) / price))
      .sort((a, b) => Number(a - b));
    return {
      record: `tick of ${key}`,
      wanted: [legs.length, sum(own?.baseId), sum(own?.quoteId), prices[0], prices.at(-1), 0, []],
      found: [own?.trades, own?.baseVolume, own?.quoteVolume, own?.low, own?.high, more.length, ofNone],
    };
  });
}
