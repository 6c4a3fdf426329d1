import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { portalForFile } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { BASKET, foldTrades, makeTrades, NATIVE, SYMBOLS, timeOf } from './fake-trades.ts';
import { type Bar, UdfClient } from './udf-client.ts';

const stand = portalForFile();
const markets = new FakeMarkets(stand);
let client: UdfClient;
beforeEach(() => {
  markets.open();
  markets.trades = makeTrades(500, (index) =>
    index < 350 ? 1 + Math.floor(index / 2) : 520_000 + (index - 350) * 197,
  );
  client = new UdfClient(`${stand.url}/feeds/udf/${TEST_CHAIN}`, stand.testKey);
});

const END = timeOf(520_000 + 150 * 197) + 1;
const INTERVALS: Record<string, string> = {
  '1': 'MINUTE',
  '5': 'FIVE_MINUTES',
  '15': 'QUARTER',
  '60': 'HOUR',
  '240': 'FOUR_HOURS',
  '1D': 'DAY',
  '1W': 'WEEK',
};

function barsOf(resolution: string): Bar[] {
  return foldTrades(markets.trades, BASKET.id, NATIVE.id, INTERVALS[resolution] ?? '').map(
    ({ start, open, high, low, close, baseVolume }) => ({
      time: start * 1000,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(baseVolume),
    }),
  );
}

test('a chart gets its configuration, the time, and markets by a part of a name or symbol', async () => {
  const config = await client.onReady();
  expect(config).toMatchObject({ supports_search: true, supports_time: true });
  expect(config.supported_resolutions).toEqual(Object.keys(INTERVALS));
  expect(Math.abs((await client.getServerTime()) - Date.now() / 1000)).toBeLessThan(10);
  const symbolsOf = async (query: string) => (await client.searchSymbols(query)).map(({ symbol }) => symbol);
  expect(await symbolsOf('')).toEqual([SYMBOLS.native, SYMBOLS.reserve, SYMBOLS.via]);
  expect(await symbolsOf('🚀 / vrsc')).toEqual([SYMBOLS.native]);
  expect(await symbolsOf('a~5fb')).toEqual([SYMBOLS.reserve, SYMBOLS.via]);
  expect(await client.searchSymbols('bridge', 1)).toHaveLength(1);
  expect(await symbolsOf('nothing')).toEqual([]);
});

test('every symbol that is found can be resolved, with names as they are beside it', async () => {
  for (const { symbol, description } of await client.searchSymbols('')) {
    expect(symbol).toMatch(/^[A-Za-z0-9._~]+$/);
    expect(await client.resolveSymbol(symbol)).toMatchObject({
      name: symbol,
      ticker: symbol,
      description,
      pricescale: 1e8,
    });
  }
  expect((await client.resolveSymbol(`VERUS:${SYMBOLS.via}`)).name).toBe(SYMBOLS.via);
  expect((await client.getBars(`VERUS:${SYMBOLS.native}`, '1', { from: 0, to: END })).bars.length).toBeGreaterThan(0);
  expect((await client.resolveSymbol(SYMBOLS.via)).description).toBe('a_b.vETH / VRSCTEST in Bridge.🚀');
  // In the other direction, the chart has the inverse price.
  expect((await client.resolveSymbol('VRSCTEST_Bridge.~F0~9F~9A~80')).description).toBe('VRSCTEST / Bridge.🚀');
  for (const unknown of [
    'VRSCTEST_NOTHING',
    `OTHER:${SYMBOLS.via}`,
    'VRSCTEST',
    '🚀_VRSCTEST',
    `${SYMBOLS.native}_Bridge.~F0~9F~9A~80`,
  ]) {
    await expect(client.resolveSymbol(unknown)).rejects.toThrow('unknown_symbol');
  }
});

test.each(Object.keys(INTERVALS))(
  'a chart that is dragged to its left end has every bar of resolution %s',
  async (resolution) => {
    const expected = barsOf(resolution);
    expect(expected.length).toBeGreaterThan(3);
    expect(await client.readAll(SYMBOLS.native, resolution, END, 170)).toEqual(expected);
  },
);

test('bars of a range are those that begin in it, the last one not included', async () => {
  const all = barsOf('60');
  const [from, to] = [all[1]?.time, all[4]?.time].map((time) => (time ?? 0) / 1000) as [number, number];
  expect((await client.getBars(SYMBOLS.native, '60', { from, to })).bars).toEqual(all.slice(1, 4));
});

test('where there is no bar, the answer leads to the last one before', async () => {
  const gap = timeOf(400_000);
  const before = barsOf('1')
    .filter(({ time }) => time < gap * 1000)
    .at(-1);
  const empty = await client.getBars(SYMBOLS.native, '1', { from: gap, to: gap + 3_600 });
  expect(empty).toEqual({ bars: [], noData: true, nextTime: (before?.time ?? 0) / 1000 });
  const first = await client.getBars(SYMBOLS.native, '1', { from: -1_000_000, to: 1_000_000 });
  expect(first).toEqual({ bars: [], noData: true, nextTime: undefined });
});

test('numbers have the digits of the amounts, which no float has rounded', async () => {
  markets.trades = makeTrades(1).map((trade) => ({
    ...trade,
    price: '92233720368.54775807',
    amountOut: '12345678901.00000010',
  }));
  const headers = { authorization: `Bearer ${stand.testKey}` };
  const query = new URLSearchParams({ symbol: SYMBOLS.native, resolution: '1D', from: '0', to: String(END) });
  const response = await fetch(`${stand.url}/feeds/udf/${TEST_CHAIN}/history?${query}`, { headers });
  const text = await response.text();
  expect(text).toContain('"c":[92233720368.54775807]');
  expect(text).toContain('"v":[12345678901.00000010]');
  expect(JSON.parse(text).s).toBe('ok');
});

test('an answer has a thousand bars at most: the last ones', async () => {
  markets.trades = makeTrades(4_500, (index) => 1 + Math.floor(index / 4));
  const all = barsOf('1');
  expect(all.length).toBeGreaterThan(1_050);
  for (const range of [
    { from: 0, to: END },
    { from: 0, to: END, countBack: 999_999 },
  ]) {
    expect((await client.getBars(SYMBOLS.native, '1', range)).bars).toEqual(all.slice(-1_000));
  }
});
