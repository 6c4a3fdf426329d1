import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const RESOLUTIONS = { MINUTE: '1', WEEK: '1W' };
const LAST_TIME = '4000000000';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
});

async function read(path: string, parameters: Record<string, string> = {}): Promise<Untyped> {
  const { gatewayUrl, keys } = stack.address;
  const [feed, question] = path.split('/');
  const url = `${gatewayUrl}/feeds/${feed}/${CHAIN}/${question}?${new URLSearchParams(parameters)}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${keys.test}` } });
  const text = await response.text();
  expect({ url, status: response.status, text: response.ok ? '' : text }).toEqual({ url, status: 200, text: '' });
  return JSON.parse(text);
}

async function query(operation: string): Promise<Untyped> {
  const { data, errors } = await stack.query('test', operation);
  expect(errors).toEqual([]);
  return data;
}

const named = 'currencyId friendlyName';
const readMarkets = async (): Promise<Untyped[]> =>
  (
    await query(`{ markets(limit: 100) { markets {
      basket { ${named} } base { ${named} } quote { ${named} } lastPrice baseVolume24h quoteVolume24h high24h } } }`)
  ).markets.markets;

test('listings: a ticker for each market of the API that has traded, and the trades behind it', async () => {
  const markets = (await readMarkets()).filter(({ lastPrice }) => lastPrice !== null);
  expect(markets.length).toBeGreaterThan(0);
  const tickers: Untyped[] = await read('coingecko/tickers');
  expect(tickers.map(({ ticker_id: _, low: __, liquidity_in_usd: ___, ...ticker }) => ticker)).toEqual(
    markets.map(({ basket, base, quote, lastPrice, baseVolume24h, quoteVolume24h, high24h }) => ({
      base_currency: base.currencyId,
      target_currency: quote.currencyId,
      pool_id: basket.currencyId,
      last_price: lastPrice,
      base_volume: baseVolume24h,
      target_volume: quoteVolume24h,
      high: high24h,
    })),
  );
  expect(Object.keys(await read('coinmarketcap/ticker'))).toEqual(tickers.map(({ ticker_id }) => ticker_id));
  const { conversions } = (await query('{ conversions(limit: 100) { conversions { txid index amountOut } hasMore } }'))
    .conversions;
  expect(conversions.length).toBeGreaterThan(0);
  const trades: Untyped[] = [];
  for (const { ticker_id } of tickers) {
    const { buy, sell } = await read('coingecko/historical_trades', { ticker_id, limit: '1000' });
    trades.push(...buy, ...sell);
  }
  expect(new Set(trades.map(({ trade_id }) => trade_id)).size).toBe(trades.length);
  expect(trades.map(({ trade_id }) => trade_id)).toEqual(
    expect.arrayContaining(
      conversions
        .filter(({ amountOut }: Untyped) => amountOut !== '0.00000000')
        .map(({ txid, index }: Untyped) => `${txid}:${index}`),
    ),
  );
});

test('DEX Screener: the events of all final blocks are the conversions of the API up to there', async () => {
  const { syncState } = await query(`{ syncState(chainId: "${CHAIN}") { finalizedHeight } }`);
  const final = syncState.finalizedHeight;
  expect((await read('dexscreener/latest-block')).block.blockNumber).toBe(final);
  const events: Untyped[] = [];
  for (let from = 0; from <= final; from += 1_000) {
    const toBlock = String(Math.min(from + 999, final));
    events.push(...(await read('dexscreener/events', { fromBlock: String(from), toBlock })).events);
  }
  const list = `{ conversions(toHeight: ${final}, order: ASC, limit: 100) { conversions {
    importTxid amountIn amountOut address blockHeight } } }`;
  const { conversions } = (await query(list)).conversions;
  expect(conversions.length).toBeGreaterThan(0);
  expect(
    events.slice(0, 100).map(({ txnId, maker, block, asset0In, asset1In, asset0Out, asset1Out }) => ({
      importTxid: txnId,
      amountIn: asset0In ?? asset1In,
      amountOut: asset0Out ?? asset1Out,
      address: maker,
      blockHeight: block.blockNumber,
    })),
  ).toEqual(conversions);
  for (const id of new Set(events.map(({ pairId }) => pairId))) {
    const { pair } = await read('dexscreener/pair', { id });
    expect(pair.id).toBe(id);
    for (const asset of [pair.asset0Id, pair.asset1Id])
      expect((await read('dexscreener/asset', { id: asset })).asset.id).toBe(asset);
  }
  const lastOfPair = new Map(events.map((event) => [`${event.block.blockNumber} ${event.pairId}`, event]));
  for (const event of events) {
    const { reserves, priceNative } = event;
    const isLast = [...lastOfPair.values()].includes(event);
    const numbers = [priceNative, ...(isLast ? [reserves.asset0, reserves.asset1] : [])].map(Number);
    expect([numbers.every((number) => number > 0), reserves !== undefined]).toEqual([true, isLast]);
  }
});

test('charts: every bar of every market is a candle of the API', async () => {
  const markets = await readMarkets();
  const found: Untyped[] = await read('udf/search', { query: '', limit: '1000' });
  expect(found).toHaveLength(markets.length);
  let bars = 0;
  for (const [at, { symbol }] of found.entries()) {
    const { basket, base, quote } = markets[at];
    expect((await read('udf/symbols', { symbol })).name).toBe(symbol);
    for (const [interval, resolution] of Object.entries(RESOLUTIONS)) {
      const ids = `basket: "${basket.currencyId}", base: "${base.currencyId}", quote: "${quote.currencyId}"`;
      const { candles } = (
        await query(
          `{ candles(${ids}, interval: ${interval}, limit: 100) { candles { start open high low close baseVolume } } }`,
        )
      ).candles;
      const table = await read('udf/history', { symbol, resolution, from: '0', to: LAST_TIME });
      bars += candles.length;
      if (candles.length === 0) {
        expect(table).toEqual({ s: 'no_data' });
        continue;
      }
      const column = (name: string) => candles.map((candle: Untyped) => Number(candle[name]));
      expect(table).toEqual({
        s: 'ok',
        t: candles.map(({ start }: Untyped) => Date.parse(start) / 1000),
        o: column('open'),
        h: column('high'),
        l: column('low'),
        c: column('close'),
        v: column('baseVolume'),
      });
    }
  }
  expect(bars).toBeGreaterThan(0);
});
