import { hex } from '@ledgergraph/chain-kit/hex';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { CANDLE_INTERVALS } from '#/candles/intervals.ts';
import { type OpenService, openService } from './open-service.ts';
import { readRecordedImports } from './recorded-imports.ts';
import { tradesBetween } from './recorded-trades.ts';
import { decimal, expectCandles, expectDay } from './trade-oracle.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CHAIN = 'vrsctest-a';
const blocks = readStreamedBlocks(CHAIN);
const imports = readRecordedImports(CHAIN);
const [first] = imports;
if (first === undefined) throw new Error('the recording has no import of a running basket');
const basketId = first.currencyId;
const ids = [basketId, ...first.after.reserves.map(({ currencyId }) => currencyId)];
const pairs = ids.flatMap((baseId, index) => ids.slice(0, index).map((quoteId) => ({ baseId, quoteId })));

let service: OpenService;

beforeAll(async () => {
  service = await openService();
  await service.apply(CHAIN, blocks);
});
afterAll(() => service.close());

const CANDLE = 'start open high low close baseVolume quoteVolume trades';
const DAY = 'lastPrice high24h low24h change24h baseVolume24h quoteVolume24h trades24h lastTradeAt';

function write(turned: boolean): string {
  const fields = pairs.flatMap(({ baseId, quoteId }, index) => {
    const [base, quote] = turned ? [quoteId, baseId] : [baseId, quoteId];
    const args = `basket: "${basketId}", base: "${base}", quote: "${quote}"`;
    const candles = CANDLE_INTERVALS.map(
      (interval) =>
        `${interval}_${index}: candles(${args}, interval: ${interval}, limit: 100) { candles { ${CANDLE} } }`,
    );
    return [`market_${index}: market(${args}) { ${DAY} }`, ...candles];
  });
  return `{ ${fields.join(' ')} }`;
}

async function readAt(height: number, turned: boolean): Promise<unknown> {
  const pins = `${VRSCTEST}:${height}:${hex(blocks[height]?.hash ?? new Uint8Array())}`;
  const { data, errors } = await service.ask(write(turned), {}, pins);
  expect(errors).toBeUndefined();
  return data;
}

function expectAt(height: number, turned: boolean): Record<string, unknown> {
  const now = Number(blocks[height]?.time);
  const known = imports.filter((settled) => settled.height <= height);
  return Object.fromEntries(
    pairs.flatMap((pair, index) => {
      const asked = turned ? { baseId: pair.quoteId, quoteId: pair.baseId } : pair;
      const trades = tradesBetween(known, pair.baseId, pair.quoteId);
      const candles = CANDLE_INTERVALS.map((interval) => [
        `${interval}_${index}`,
        { candles: expectCandles(trades, interval, asked) },
      ]);
      return [[`market_${index}`, expectDay(trades, asked, now)], ...candles];
    }),
  );
}

/** Before the first trade, around some imports, and at the tip. */
const HEIGHTS = [
  255,
  ...imports.filter((_, index) => index % 5 === 0).flatMap(({ height }) => [height - 1, height]),
  667,
];

test('markets and candles of the recorded basket follow from its raw conversions, in both orders, as of any block', async () => {
  for (const [index, height] of HEIGHTS.entries()) {
    const turned = index % 2 === 1;
    expect({ height, data: await readAt(height, turned) }).toEqual({ height, data: expectAt(height, turned) });
  }
  expect(tradesBetween(imports, ids[0] ?? '', ids[1] ?? '').length).toBeGreaterThan(40);
});

test('candles newest first are those oldest first turned around, over all pages of both', async () => {
  const QUERY = `query ($basketId: String!, $baseId: String!, $quoteId: String!, $interval: CandleInterval!, $order: SortOrder, $cursor: String) {
    candles(basket: $basketId, base: $baseId, quote: $quoteId, interval: $interval, order: $order, limit: 3, cursor: $cursor) {
      candles { ${CANDLE} isOpen fromHeight toHeight } hasMore nextCursor
    }
  }`;
  const walk = async (variables: Record<string, unknown>): Promise<unknown[]> => {
    const read: unknown[] = [];
    let cursor: string | null = null;
    do {
      const { data, errors } = await service.ask(QUERY, { basketId, ...variables, cursor });
      expect(errors).toBeUndefined();
      read.push(...data.candles.candles);
      cursor = data.candles.nextCursor;
    } while (cursor !== null);
    return read;
  };
  for (const [index, pair] of pairs.entries()) {
    const interval = CANDLE_INTERVALS[index % CANDLE_INTERVALS.length];
    const oldestFirst = await walk({ ...pair, interval });
    expect(oldestFirst.length).toBeGreaterThan(0);
    expect(await walk({ ...pair, interval, order: 'DESC' })).toEqual(oldestFirst.toReversed());
  }
});

test('the same after a reorganisation', async () => {
  await service.revert(CHAIN, 500);
  expect(await readAt(500, false)).toEqual(expectAt(500, false));
  await service.apply(CHAIN, blocks.slice(501), 9);
  expect(await readAt(667, true)).toEqual(expectAt(667, true));
});

test('the spot price and the reserves of a market are those of the last state', async () => {
  const [, native = '', token = ''] = ids;
  const { data } = await service.ask(`{
    inReserve: market(basket: "${basketId}", base: "${basketId}", quote: "${native}") { spotPrice baseReserve quoteReserve }
    between: market(basket: "${basketId}", base: "${token}", quote: "${native}") { spotPrice baseReserve quoteReserve }
    markets(basket: "${basketId}") { hasMore markets { base { currencyId } quote { currencyId } } }
    turned: markets(basket: "${basketId}", order: DESC) { markets { base { currencyId } quote { currencyId } } }
    ofToken: markets(currency: "${token}", limit: 2) { hasMore nextCursor markets { base { currencyId } quote { currencyId } } }
  }`);
  const state = imports.at(-1)?.after;
  const reserve = (id: string) => state?.reserves.find(({ currencyId }) => currencyId === id);
  const [one, other] = [reserve(native), reserve(token)];
  if (one === undefined || other === undefined || state === undefined) throw new Error('a reserve is missing');
  expect(data.inReserve).toEqual({
    spotPrice: decimal(one.priceInReserve),
    baseReserve: decimal(state.supply),
    quoteReserve: decimal(one.reserves),
  });
  expect(data.between).toEqual({
    spotPrice: decimal((one.priceInReserve * 100_000_000n) / other.priceInReserve),
    baseReserve: decimal(other.reserves),
    quoteReserve: decimal(one.reserves),
  });
  expect(data.markets.markets).toHaveLength(pairs.length);
  expect(data.markets.hasMore).toBe(false);
  expect(data.turned.markets).toEqual(data.markets.markets.toReversed());
  expect(data.ofToken).toMatchObject({
    hasMore: true,
    markets: [
      { base: { currencyId: basketId }, quote: { currencyId: token } },
      { base: { currencyId: token }, quote: { currencyId: native } },
    ],
  });
});

test('before its launch a basket has no market, and a pair that it does not convert is an error', async () => {
  const hash = hex(blocks[200]?.hash ?? new Uint8Array());
  const ask = (args: string, field = 'market') => service.ask(`{ ${field}(${args}) { __typename } }`);
  const pair = `basket: "${basketId}", base: "${basketId}", quote: "${VRSCTEST}"`;
  expect((await ask(`${pair}, asOf: { hash: "${hash}" }`)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  const { data } = await service.ask('{ markets(asOf: { height: 200 }) { hasMore markets { __typename } } }');
  expect(data.markets).toEqual({ hasMore: false, markets: [] });
  const same = `basket: "${basketId}", base: "${VRSCTEST}", quote: "${VRSCTEST}"`;
  expect((await ask(same)).errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'quote' });
  const unknown = `basket: "nothing", base: "${VRSCTEST}", quote: "${basketId}", interval: DAY`;
  expect((await ask(unknown, 'candles')).errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' });
});
