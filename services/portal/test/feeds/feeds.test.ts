import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { portalForFile } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { BASKET, type FakeTrade, makeTrades, NATIVE, RESERVE, SYMBOLS, timeOf } from './fake-trades.ts';

const FINAL = 600;

const stand = portalForFile();
const markets = new FakeMarkets(stand);
/** A tip only goes up. */
let height = 700;
beforeEach(async () => {
  height += 10;
  markets.open();
  markets.trades = makeTrades(120);
  await moveTip(stand, tip(height, { finalizedHeight: FINAL }));
});

async function ask(path: string): Promise<{ response: Response; text: string }> {
  const headers = { authorization: `Bearer ${stand.testKey}` };
  const response = await fetch(`${stand.url}/feeds/${path.replace('CHAIN', TEST_CHAIN)}`, { headers });
  return { response, text: await response.text() };
}

// biome-ignore lint/suspicious/noExplicitAny: each form has its own shape
async function read(path: string): Promise<any> {
  const { response, text } = await ask(path);
  expect({ path, status: response.status, text: response.ok ? '' : text }).toEqual({ path, status: 200, text: '' });
  return JSON.parse(text);
}

test('CoinGecko: a ticker for each market that has traded, named in ASCII', async () => {
  const { response, text } = await ask('coingecko/CHAIN/tickers');
  const [pin] = stand.follower.pins('TESTNET');
  expect(response.headers.get('x-feed-block-height')).toBe(String(height));
  expect(response.headers.get('x-feed-block-hash')).toBe(pin?.hash);
  expect(response.headers.get('x-feed-next-cursor')).toBeNull();
  const tickers = JSON.parse(text);
  expect(tickers.map((ticker: { ticker_id: string }) => ticker.ticker_id)).toEqual(Object.values(SYMBOLS));
  expect(tickers[0]).toEqual({
    ticker_id: SYMBOLS.native,
    base_currency: BASKET.id,
    target_currency: NATIVE.id,
    pool_id: BASKET.id,
    last_price: expect.stringMatching(/^\d\.\d{8}$/),
    base_volume: '12.00000001',
    target_volume: '34.00000001',
    liquidity_in_usd: null,
    high: '2.00000000',
    low: null,
  });
  markets.trades = markets.trades.slice(0, 1);
  expect(await read('coingecko/CHAIN/tickers')).toHaveLength(1);
});

test('CoinGecko: trades of one market, newest first on each side, and none of the other pairs of its basket', async () => {
  const { buy, sell } = await read(`coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}`);
  expect([buy.length, sell.length]).toEqual([30, 30]);
  const last = markets.trades[116];
  expect(buy[0]).toEqual({
    trade_id: `${hashOf(116)}:116`,
    price: last?.price,
    base_volume: last?.amountOut,
    target_volume: last?.amountInNet,
    trade_timestamp: String(timeOf(last?.height ?? 0) * 1000),
    type: 'buy',
  });
  // Sells of a basket have the price of the chain.
  expect(sell[0].price).toBe(markets.trades[117]?.inversePrice);
  const turned = await read('coingecko/CHAIN/historical_trades?ticker_id=VRSCTEST_Bridge.~F0~9F~9A~80');
  expect([turned.buy.length, turned.sell.length]).toEqual([30, 30]);
  expect(turned.sell[0]).toMatchObject({ trade_id: buy[0].trade_id, base_volume: last?.amountInNet });
  const via = await read(`coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.via}`);
  expect([via.buy.length, via.sell.length]).toEqual([0, 30]);
});

test('CoinGecko: trades by side, time and number; a cursor leads through all of them', async () => {
  const path = `coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}`;
  expect((await read(`${path}&type=sell`)).buy).toEqual([]);
  const [from, to] = [timeOf(11), timeOf(20)];
  const part = await read(`${path}&start_time=${from}&end_time=${to * 1000}`);
  const times = [...part.buy, ...part.sell].map(({ trade_timestamp }) => Number(trade_timestamp) / 1000);
  expect([times.length, Math.min(...times) >= from, Math.max(...times) <= to]).toEqual([10, true, true]);
  const whole = await read(path);
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { response, text } = await ask(`${path}&limit=7${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const { buy, sell } = JSON.parse(text);
    expect(buy.length + sell.length).toBeLessThanOrEqual(7);
    ids.push(...[...buy, ...sell].map(({ trade_id }) => trade_id));
    cursor = response.headers.get('x-feed-next-cursor');
    // A walk does not include a trade that comes meanwhile.
    height += 1;
    await moveTip(stand, tip(height));
    markets.trades.push({ ...(markets.trades[0] as FakeTrade), height, time: timeOf(height) });
  }
  expect(ids.toSorted()).toEqual([...whole.buy, ...whole.sell].map(({ trade_id }) => trade_id).toSorted());
});

test('CoinGecko: the limit 0 asks for the whole history, whose parts a cursor leads through', async () => {
  markets.trades = makeTrades(2_200, () => 1).filter(({ from, to }) => from !== RESERVE && to !== RESERVE);
  const path = `coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}&limit=0`;
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { response, text } = await ask(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    const { buy, sell } = JSON.parse(text);
    sizes.push(buy.length + sell.length);
    cursor = response.headers.get('x-feed-next-cursor');
  }
  expect(sizes).toEqual([1_000, 100]);
});

test('a name that is another currency’s, too, relative to the chain, means in a symbol the currency that has just this name', async () => {
  markets.relative = [NATIVE.name, BASKET.name];
  for (const symbol of Object.values(SYMBOLS)) {
    expect((await read(`dexscreener/CHAIN/pair?id=${symbol}`)).pair.id).toBe(symbol);
  }
});

test('CoinMarketCap: summary, assets, ticker and trades', async () => {
  const [first] = await read('coinmarketcap/CHAIN/summary');
  expect(first).toEqual({
    trading_pairs: SYMBOLS.native,
    base_currency: 'Bridge.~F0~9F~9A~80',
    quote_currency: 'VRSCTEST',
    last_price: expect.any(String),
    lowest_ask: null,
    highest_bid: null,
    base_volume: '12.00000001',
    quote_volume: '34.00000001',
    price_change_percent_24h: '-1.50000000',
    highest_price_24h: '2.00000000',
    lowest_price_24h: null,
  });
  const assets = await read('coinmarketcap/CHAIN/assets');
  expect(assets['a~5Fb.vETH']).toEqual({ name: 'a~5Fb.vETH', contractAddress: RESERVE.id });
  expect(Object.keys(assets)).toHaveLength(3);
  const ticker = await read('coinmarketcap/CHAIN/ticker');
  expect(Object.keys(ticker)).toEqual(Object.values(SYMBOLS));
  expect(ticker[SYMBOLS.native]).toMatchObject({ base_id: BASKET.id, quote_id: NATIVE.id, quote_symbol: 'VRSCTEST' });
  const path = `coinmarketcap/CHAIN/trades?market_pair=${SYMBOLS.reserve}`;
  const trades = await read(path);
  expect(trades).toHaveLength(30);
  expect(trades[0]).toMatchObject({
    type: 'buy',
    timestamp: timeOf(60) * 1000,
    quote_volume: markets.trades[119]?.amountInNet,
  });
});

test('CoinMarketCap: trades are all of the 24 hours before the block, and the market may be the end of the path', async () => {
  const DAY_BLOCKS = 86_400 / 61;
  markets.trades = makeTrades(4_500, (index) => 1 + Math.floor(index / 3));
  height = 2_000;
  await moveTip(stand, tip(height, { finalizedHeight: FINAL }));
  const recent = markets.trades.filter(
    ({ height: at, from, to }) => at >= height - DAY_BLOCKS && from === RESERVE && to === BASKET,
  );
  expect(recent.length).toBeGreaterThan(100);
  const [path, inPath] = [`trades?market_pair=${SYMBOLS.reserve}`, `trades/${SYMBOLS.reserve}`];
  const found: { trade_id: string }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { response, text } = await ask(
      `coinmarketcap/CHAIN/${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    found.push(...JSON.parse(text));
    cursor = response.headers.get('x-feed-next-cursor');
    // The walk keeps to the 24 hours that it began with.
    height += 500;
    await moveTip(stand, tip(height, { finalizedHeight: FINAL }));
  }
  expect(found).toHaveLength(recent.length);
  const all = `coinmarketcap/CHAIN/${path}&start_time=0&limit=1000`;
  const [byParameter, byPath] = [await read(all), await read(all.replace(path, `${inPath}?`))];
  expect(byPath).toEqual(byParameter);
  expect(byPath.length).toBeGreaterThan(0);
});

test('DEX Screener: the latest block is the last final one, and assets and pairs are found by their ids', async () => {
  expect(await read('dexscreener/CHAIN/latest-block')).toEqual({
    block: { blockNumber: FINAL, blockTimestamp: timeOf(FINAL) },
  });
  expect(await read(`dexscreener/CHAIN/asset?id=${BASKET.id}`)).toEqual({
    asset: { id: BASKET.id, name: BASKET.name, symbol: 'Bridge.~F0~9F~9A~80', totalSupply: '1000.00000000' },
  });
  expect(await read(`dexscreener/CHAIN/pair?id=${SYMBOLS.via}`)).toEqual({
    pair: {
      id: SYMBOLS.via,
      dexKey: 'verus',
      asset0Id: RESERVE.id,
      asset1Id: NATIVE.id,
      feeBps: 5,
      pool: {
        id: BASKET.id,
        name: BASKET.name,
        assetIds: [BASKET.id, NATIVE.id, RESERVE.id],
        pairIds: Object.values(SYMBOLS),
      },
    },
  });
  expect((await read(`dexscreener/CHAIN/pair?id=${SYMBOLS.native}`)).pair.feeBps).toBe(2.5);
  markets.supply = null;
  expect((await read(`dexscreener/CHAIN/asset?id=${BASKET.id}`)).asset).not.toHaveProperty('totalSupply');
});

test('DEX Screener: the head names the last final block, where everything is read', async () => {
  for (const endpoint of ['latest-block', `asset?id=${BASKET.id}`, 'events?fromBlock=1&toBlock=9']) {
    const { headers } = (await ask(`dexscreener/CHAIN/${endpoint}`)).response;
    expect([headers.get('x-feed-block-height'), headers.get('x-feed-block-hash')]).toEqual([`${FINAL}`, hashOf(FINAL)]);
  }
  for (const { headers } of stand.subgraphs.markets.requests) expect(JSON.stringify(headers)).toContain(hashOf(FINAL));
});

test('DEX Screener: events of whole final blocks, equal in every range that has them', async () => {
  const { events } = await read('dexscreener/CHAIN/events?fromBlock=1&toBlock=60');
  expect(events).toHaveLength(120);
  expect(events[1]).toEqual({
    block: { blockNumber: 1, blockTimestamp: timeOf(1) },
    eventType: 'swap',
    txnId: hashOf(500_001),
    txnIndex: 1,
    eventIndex: 0,
    maker: 'R1',
    pairId: SYMBOLS.native,
    asset0In: markets.trades[1]?.amountIn,
    asset1Out: markets.trades[1]?.amountOut,
    priceNative: expect.stringMatching(/^\d\.\d{8}$/),
    reserves: { asset0: '1.5', asset1: '1.00000000' },
  });
  expect(events[0].reserves).toBeUndefined();
  const parts = await Promise.all(
    [1, 21, 41].map((from) => read(`dexscreener/CHAIN/events?fromBlock=${from}&toBlock=${from + 19}`)),
  );
  expect(parts.flatMap((part) => part.events)).toEqual(events);
  for (const { pairId } of events.slice(0, 4)) {
    expect((await read(`dexscreener/CHAIN/pair?id=${pairId}`)).pair.id).toBe(pairId);
  }
});

test('DEX Screener: no block above the last final one is reported', async () => {
  const refused = await ask(`dexscreener/CHAIN/events?fromBlock=1&toBlock=${FINAL + 1}`);
  expect([refused.response.status, refused.text]).toEqual([
    400,
    expect.stringContaining(`the last final block, ${FINAL}`),
  ]);
  await moveTip(stand, tip(height + 1, { finalizedHeight: FINAL }));
  expect((await read('dexscreener/CHAIN/latest-block')).block.blockNumber).toBe(FINAL);
  await moveTip(stand, tip(height + 2));
  for (const path of ['latest-block', 'events?fromBlock=1&toBlock=1', `asset?id=${BASKET.id}`]) {
    expect((await ask(`dexscreener/CHAIN/${path}`)).response.status).toBe(404);
  }
});

test('all pages of an answer are read at one block, while the tip moves', async () => {
  markets.trades = makeTrades(2_500, () => 2);
  let moved = 0;
  markets.beforePage = async () => {
    moved += 1;
    await moveTip(stand, tip(height + moved, { finalizedHeight: FINAL + moved }));
  };
  const { response, text } = await ask('dexscreener/CHAIN/events?fromBlock=1&toBlock=9');
  expect(response.headers.get('x-feed-block-height')).toBe(String(FINAL));
  expect([JSON.parse(text).events.length, moved]).toEqual([2_500, 3]);
  const hash = response.headers.get('x-feed-block-hash') ?? '';
  for (const { headers } of stand.subgraphs.markets.requests) expect(JSON.stringify(headers)).toContain(hash);
});

test('a block that a reorganisation removes meanwhile: the answer is read once more at the new one, or refused', async () => {
  let losses = 1;
  let fork = 0;
  markets.beforePage = async () => {
    if (losses === 0) return;
    losses -= 1;
    fork += 1;
    await moveTip(stand, tip(height, { fork, lastFinalityBreak: BigInt(fork) }));
    throw coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN });
  };
  const once = await ask('coingecko/CHAIN/tickers');
  expect([once.response.status, JSON.parse(once.text).length]).toEqual([200, 3]);
  expect(once.response.headers.get('x-feed-block-hash')).toBe(stand.follower.pins('TESTNET')[0]?.hash);
  losses = 100;
  const lost = await ask('coingecko/CHAIN/tickers');
  expect([lost.response.status, lost.text]).toEqual([503, expect.stringContaining('CHAIN_REORGANIZED')]);
  expect(lost.response.headers.get('retry-after')).toBe('1');
});
