import { Random } from '@ledgergraph/chain-generator/random';
import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { createHandler } from '@ledgergraph/chain-kit/indexing/create-handler';
import type { Module } from '@ledgergraph/chain-kit/indexing/module';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { type Candle, turnOver } from '#/candles/candle.ts';
import { CANDLE_INTERVALS, type CandleInterval } from '#/candles/intervals.ts';
import { findMarketsOfPairs } from '#/db/find-markets.ts';
import type { Order } from '#/db/list-order.ts';
import { readCandles } from '#/graph/read-candles.ts';
import type { FlowRows } from '#/indexing/flow-rows.ts';
import { markets } from '#/indexing/markets.ts';
import { BASKET, generateTrades, RESERVES, type TradedBlock } from './generate-trades.ts';
import { decimal, expectCandles, expectDay, type OracleTrade } from './trade-oracle.ts';

const message = announcedNetwork('vrsctest-a');
const network = readNetworkMessage(message);
const { chainId } = network;
const BLOCKS = 400;
const random = new Random(20_261_127);

let chain: TradedBlock[] = [];

const flows: Module<FlowRows, number> = {
  tables: {},
  read: ({ height }) => height,
  prepare: async ({ blocks }) => {
    const own = blocks.flatMap((height) => chain[height]?.flows ?? []);
    const conversions = own.flatMap((one) => one.conversions);
    const states = own.flatMap((one) => one.states);
    return { conversions, states } as unknown as FlowRows;
  },
};
const handler = createHandler([flows, { ...markets, needs: [flows] }]);

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openWriter>;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'markets' });
  db = openWriter(database.url);
  await saveNetwork(db, message);
  chain = generateTrades(1, [], BLOCKS);
  await apply(0);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

async function apply(from: number): Promise<void> {
  for (let height = from; height < chain.length; ) {
    const count = random.integer(1, 60);
    const blocks = chain.slice(height, height + count).map(({ block }) => block);
    await applyBlocks({ db, handler }, network, blocks);
    height += count;
  }
}

function timeOf(height: number): number {
  return Number(chain[height]?.block.time);
}

function tradesAt(height: number, reserve: string): OracleTrade[] {
  return chain
    .slice(0, height + 1)
    .flatMap(({ trades }) => trades)
    .filter(({ fromId, toId }) => fromId === reserve || toId === reserve);
}

async function walk(
  market: number,
  height: number,
  interval: CandleInterval,
  range: { from: number; to: number; order: Order },
): Promise<Candle[]> {
  const read: Candle[] = [];
  const limit = random.integer(3, 40);
  for (let after: { start: number; height: number } | null = null; ; ) {
    const key = { chainId, market, height };
    const page = await readCandles(db, { market: key, blockTime: 60, interval, ...range, after, limit });
    // The last one of a full page only shows that there is more.
    const shown = page.length < limit ? page : page.slice(0, -1);
    read.push(...shown);
    const last = shown.at(-1);
    if (page.length < limit || last === undefined) return read;
    after = { start: last.start, height: last.firstHeight };
  }
}

function print({ start, prices, baseVolume, quoteVolume, trades }: Candle) {
  return {
    start: new Date(start * 1_000).toISOString().replace('.000Z', 'Z'),
    open: decimal(prices.open),
    high: decimal(prices.high),
    low: decimal(prices.low),
    close: decimal(prices.close),
    baseVolume: decimal(baseVolume),
    quoteVolume: decimal(quoteVolume),
    trades,
  };
}

async function compareAt(height: number): Promise<void> {
  const reserve = random.pick(RESERVES);
  const pair = { baseId: BASKET, quoteId: reserve };
  const [market] = await findMarketsOfPairs(db, [{ chainId, height, basketId: BASKET, ...pair }]);
  if (market == null) throw new Error('the market is missing');
  const trades = tradesAt(height, reserve);
  const [some, other] = [timeOf(random.integer(0, height)), timeOf(random.integer(0, height))];
  const whole = { from: 0, to: 2 ** 32 - 1, order: 'ASC' } as const;
  const part = { from: Math.min(some, other), to: Math.max(some, other), order: 'ASC' } as const;
  const isIn = ({ start }: { start: string }) => {
    const seconds = Date.parse(start) / 1_000;
    return seconds >= part.from && seconds <= part.to;
  };
  for (const interval of CANDLE_INTERVALS) {
    const candles = await walk(market.number, height, interval, whole);
    const expected = expectCandles(trades, interval, pair);
    expect({ height, interval, candles: candles.map(print) }).toEqual({ height, interval, candles: expected });
    const turned = { baseId: reserve, quoteId: BASKET };
    expect(candles.map(turnOver).map(print)).toEqual(expectCandles(trades, interval, turned));
    const ranged = await walk(market.number, height, interval, part);
    expect(ranged.map(print)).toEqual(expected.filter(isIn));
    expect(await walk(market.number, height, interval, { ...whole, order: 'DESC' })).toEqual(candles.toReversed());
    expect(await walk(market.number, height, interval, { ...part, order: 'DESC' })).toEqual(ranged.toReversed());
  }
  const { lastPrice, high24h, low24h, baseVolume24h, quoteVolume24h, trades24h } = expectDay(
    trades,
    pair,
    timeOf(height),
  );
  const shown = (price: { price: bigint } | null) => price && decimal(price.price);
  expect({
    lastPrice: shown(market.last),
    high24h: shown(market.high),
    low24h: shown(market.low),
    baseVolume24h: decimal(market.baseVolume),
    quoteVolume24h: decimal(market.quoteVolume),
    trades24h: market.trades,
  }).toEqual({ lastPrice, high24h, low24h, baseVolume24h, quoteVolume24h, trades24h });
}

const heights = (from: number, count: number) => Array.from({ length: count }, () => random.integer(from, BLOCKS - 1));

test('folding trades gives every candle, in both orders, and every day as of any block, over weeks and where times of blocks go back', async () => {
  expect(timeOf(BLOCKS - 1) - timeOf(0)).toBeGreaterThan(3 * 7 * 86_400);
  expect(chain.some((_, height) => height > 0 && timeOf(height) < timeOf(height - 1))).toBe(true);
  for (const height of [1, BLOCKS - 1, ...heights(2, 6)]) await compareAt(height);
});

test('the same after every reorganisation', async () => {
  for (const branch of [2, 3, 4]) {
    const keep = random.integer(1, BLOCKS - 2);
    await revertBlocks({ db, handler }, network, keep);
    chain = chain.slice(0, keep + 1);
    await compareAt(keep);
    chain.push(...generateTrades(branch, chain, BLOCKS - chain.length));
    await apply(keep + 1);
    for (const height of [BLOCKS - 1, ...heights(keep, 2)]) await compareAt(height);
  }
});

test('each hour and day with a trade is one row, once no later block can lie in it', async () => {
  const rows = await db.$queryRawUnsafe<{ seconds: number; count: number }[]>(
    'SELECT seconds, count(*)::integer AS count FROM market_candle GROUP BY seconds ORDER BY seconds',
  );
  const recent = Array.from({ length: 11 }, (_, index) => timeOf(BLOCKS - 1 - index)).sort((a, b) => a - b);
  const over = (interval: 'HOUR' | 'DAY', seconds: number) => {
    const candles = RESERVES.flatMap((quoteId) =>
      expectCandles(tradesAt(BLOCKS - 1, quoteId), interval, { baseId: BASKET, quoteId }),
    );
    return candles.filter(({ start }) => Date.parse(start) / 1_000 + seconds <= (recent[5] ?? 0) + 1).length;
  };
  expect(rows).toEqual([
    { seconds: 3_600, count: over('HOUR', 3_600) },
    { seconds: 86_400, count: over('DAY', 86_400) },
  ]);
});
