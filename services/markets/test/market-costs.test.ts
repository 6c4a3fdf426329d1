import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { findMarketsOfPairs } from '#/db/find-markets.ts';
import { scopeOf } from '#/db/list-scopes.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { readCandles } from '#/graph/read-candles.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { generateConversions } from './generate-conversions.ts';
import { generateVolumes } from './generate-volumes.ts';
import { generateYear, YEAR_BLOCKS } from './generate-year.ts';
import { type OpenService, openService } from './open-service.ts';

const chainId = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const FIRST_BLOCKS = 20;
const TIP = FIRST_BLOCKS - 1;
const [RESERVE = '', ...BASKETS] = inventAddresses('IDENTITY', 'market', 101);
const [BASKET = ''] = BASKETS;
const INTERVAL_BLOCKS = 60;
/** Whole hours are read from candles, and ticks at both ends. */
const DAY_ROWS = 24 + 2 * 6;
/** Other families have tests of their own. */
const OURS =
  /^(Market|MarketConnection|Trade|TradeConnection|Candle|CandleConnection|ConversionQuote|Currency|SupplyEvent|SupplyEventConnection|Statistics|CurrencyVolume|CurrencyVolumeConnection)\.|^Query\.(markets?|candles|conversionQuote|supplyEvents)$/;

let service: OpenService;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  service = await openService();
  const { db } = service;
  await service.apply('vrsctest-a', readStreamedBlocks('vrsctest-a').slice(0, FIRST_BLOCKS));
  await generateYear(db, { chainId, basketIds: BASKETS, reserveIds: [chainId, RESERVE], tip: TIP });
  await generateVolumes(db, { chainId, currencyIds: BASKETS, intervals: 110, blocks: INTERVAL_BLOCKS });
  const middle = `asOf: { height: ${TIP + YEAR_BLOCKS / 2} }`;
  const pair = `basket: "${BASKET}", base: "${BASKET}", quote: "${chainId}"`;
  const ofPair = { basket: BASKET, base: BASKET, quote: chainId };
  const quote = `from: "${chainId}", to: "${BASKET}", amount: "1"`;
  stand = await openListCosts({
    db,
    chainId,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: createLoaders,
    cases: ({ deep }) => ({
      roots: {
        markets: [
          { args: '' },
          { args: middle },
          { args: `basket: "${BASKET}"` },
          { args: `currency: "${RESERVE}"` },
          { args: `currency: "${BASKET}", ${middle}` },
          { args: 'cursor: $cursor', cursor: deep('markets', { order: 'ASC' }, [150]) },
          { args: `order: DESC, currency: "${RESERVE}"` },
        ],
        market: [{ args: pair }, { args: `${pair}, ${middle}` }],
        candles: [
          { args: `${pair}, interval: BLOCK` },
          { args: `${pair}, interval: QUARTER` },
          { args: `${pair}, interval: HOUR` },
          { args: `${pair}, interval: WEEK` },
          { args: `${pair}, interval: BLOCK, order: DESC` },
          { args: `${pair}, interval: QUARTER, order: DESC` },
          { args: `${pair}, interval: WEEK, order: DESC` },
          {
            args: `${pair}, interval: HOUR, cursor: $cursor`,
            cursor: deep('candles', { ...ofPair, interval: 'HOUR', order: 'ASC' }, [1_810_000_800, 9_000]),
          },
        ],
        supplyEvents: [
          { args: `currency: "${BASKET}"` },
          { args: `currency: "${BASKET}", order: ASC, fromHeight: 2000, toHeight: 7000` },
          {
            args: `currency: "${BASKET}", cursor: $cursor`,
            cursor: deep('supplyEvents', { currency: BASKET, order: 'DESC' }, [4_000, 2, 0, 1]),
          },
        ],
        conversionQuote: [{ args: quote }, { args: `${quote}, ${middle}` }],
      },
      entities: {
        Currency: (count) =>
          [chainId, RESERVE, ...BASKETS].slice(0, count).map((currencyId) => ({ chainId, currencyId, at: null })),
        Statistics: (count) =>
          Array.from({ length: count }, (_, index) => {
            const fromHeight = (index + 1) * INTERVAL_BLOCKS;
            return { chainId, interval: 'HOUR', fromHeight, toHeight: fromHeight + INTERVAL_BLOCKS - 1, at: null };
          }),
      },
      nested: { priceIn: `currency: "${chainId}"`, liquidity: `currency: "${chainId}"` },
      bounded: [
        { sql: /WITH selected AS MATERIALIZED/, rows: 100 * DAY_ROWS },
        // A week is seven days; only hours and ticks of a day are not sealed.
        { sql: /FROM "market_candle"/, rows: 7 * 5 },
        // Candles of minutes are folded from ticks.
        { sql: /FROM "market_tick"/, rows: 5 * 15 },
        // This database has no transfers: Postgres goes through their empty tables.
        { sql: /\blisting\b/, rows: Number.POSITIVE_INFINITY },
        { sql: /found\.basket_id AS "basketId", basket\.reserves/, rows: 100 * BASKETS.length },
      ],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await service.close();
});

testListCosts(
  () => stand.costs,
  (field) => !OURS.test(field),
);

test('a page of the markets of a hundred baskets is one statement', async () => {
  const recorder = recordStatements(service.db);
  const rows = await createLoaders({ reads: async () => recorder.db }).marketPages.load({
    key: { chainId, height: TIP + YEAR_BLOCKS, basketId: null, currencyId: chainId },
    page: { order: 'ASC', after: null, limit: 100 },
  });
  expect(rows).toHaveLength(100);
  expect(new Set(rows.map(({ trades }) => trades))).toEqual(new Set([24]));
  expect(recorder.take()).toHaveLength(1);
});

test.each([
  [TIP + YEAR_BLOCKS, 'ASC'],
  [TIP + YEAR_BLOCKS - 200, 'ASC'],
  [TIP + YEAR_BLOCKS - 200, 'DESC'],
] as const)(
  'a year of hourly candles is one range of one index as of block %i in the order %s',
  async (height, order) => {
    const pair = { basketId: BASKET, baseId: BASKET, quoteId: chainId };
    const [market] = await findMarketsOfPairs(service.db, [{ chainId, height, ...pair }]);
    if (market == null) throw new Error('the market is missing');
    const recorder = recordStatements(service.db);
    const to = market.time;
    const candles = await readCandles(recorder.db, {
      market: { chainId, market: market.number, height },
      blockTime: 3_600,
      interval: 'HOUR',
      from: to - 365 * 86_400,
      to,
      order,
      after: null,
      limit: 9_000,
    });
    const hours = Math.min(365 * 24, height - TIP);
    expect(Math.abs(candles.length - hours)).toBeLessThanOrEqual(1);
    const [stored, ...more] = recorder.take().filter(({ sql }) => /FROM "market_candle"/.test(sql));
    if (stored === undefined) throw new Error('no stored candle is read');
    expect(more).toEqual([]);
    const { plan, rows } = await explainStatement(service.db, stored);
    const text = JSON.stringify(plan);
    expect(text.match(/"Index Name":"market_[a-z_]+"/g)).toEqual(['"Index Name":"market_candle_pkey"']);
    expect(text).not.toMatch(/"Rows Removed by Filter":[1-9]/);
    // All except the open hours.
    expect(candles.length - rows).toBeLessThanOrEqual(8);
  },
);

test('a page of the conversions of a currency is a range of one index for those with it, and one for those through it', async () => {
  await generateConversions(service.db, { chainId, basketId: BASKET, fromId: RESERVE, from: 100, to: 8_000 });
  const recorder = recordStatements(service.db);
  const scopes = [scopeOf('conversions', { currency: BASKET }), scopeOf('conversions', { via: BASKET })].map(String);
  const rows = await createLoaders({ reads: async () => recorder.db }).conversionPages.load({
    key: { chainId, height: TIP + YEAR_BLOCKS, scopes },
    page: {
      from: 0,
      to: 2 ** 31 - 1,
      order: 'DESC',
      limit: 101,
      after: [4_000, 3, 0, 0],
    },
  });
  expect(rows.slice(0, 2).map(({ place: [height, , , ordinal] }) => [height, ordinal])).toEqual([
    [3_999, 1],
    [3_999, 0],
  ]);
  const [page, ...more] = recorder.take();
  if (page === undefined) throw new Error('nothing was read');
  expect(more).toEqual([]);
  const { plan } = await explainStatement(service.db, page);
  const text = JSON.stringify(plan);
  expect(text).toContain('"Index Name":"listing_pkey"');
  expect(text).not.toMatch(
    /"Node Type":"(Seq Scan|Sort)"[^{}]*"Relation Name":"(listing|transfer)"|"Rows Removed by Filter":[1-9]/,
  );
});
