// Functions handed to the page run there.
/// <reference lib="dom" />
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { inRepository } from '@ledgergraph/local/repository';
import { BROWSER_FLAGS, findBrowser } from '@ledgergraph/test-kit/browser';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PortalStand } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { BASKET, foldTrades, makeTrades, NATIVE, SYMBOLS, timeOf } from './fake-trades.ts';

const SCRIPT = 'lightweight-charts.standalone.production.js';
const RISING = '#00ff00';
const FALLING = '#ff0000';
const PAGE = `<!doctype html><title>chart</title><div id="chart" style="width:800px;height:400px"></div>
<script src="/lightweight-charts.js"></script>`;

let server: Server;
let stand: PortalStand;
let markets: FakeMarkets;
let browser: Browser;
let page: Page;

async function servePage(): Promise<string> {
  const script = await readFile(inRepository('node_modules/lightweight-charts/dist', SCRIPT));
  server = createServer(({ url }, response) => {
    const isScript = url === '/lightweight-charts.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const app = await servePage();
  stand = new PortalStand({ corsOrigins: [app] });
  markets = new FakeMarkets(stand);
  await stand.start();
  markets.open();
  markets.trades = makeTrades(400);
  browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_FLAGS });
  page = await browser.newPage({ viewport: { width: 840, height: 440 } });
  await page.goto(app);
});
afterAll(async () => {
  await browser?.close();
  await stand?.stop();
  server?.close();
});

test('a chart shows the candles of a market: its series has their values, and its picture has both of their colours', async () => {
  const drawn = await page.evaluate(
    async ([url, key, rising, falling]) => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      const { s, t, o, h, l, c } = await response.json();
      if (s !== 'ok') throw new Error(s);
      const bars = t.map((time: number, index: number) => ({
        time,
        open: o[index],
        high: h[index],
        low: l[index],
        close: c[index],
      }));
      // biome-ignore lint/suspicious/noExplicitAny: the script puts itself there
      const { createChart, CandlestickSeries } = (globalThis as any).LightweightCharts;
      const chart = createChart('chart', { width: 800, height: 400 });
      const series = chart.addSeries(CandlestickSeries, {
        upColor: rising,
        wickUpColor: rising,
        borderUpColor: rising,
        downColor: falling,
        wickDownColor: falling,
        borderDownColor: falling,
        priceLineVisible: false,
        lastValueVisible: false,
      });
      series.setData(bars);
      chart.timeScale().fitContent();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const picture: HTMLCanvasElement = chart.takeScreenshot();
      const pixels = picture.getContext('2d') as CanvasRenderingContext2D;
      const { data } = pixels.getImageData(0, 0, picture.width, picture.height);
      const columns = { rising: new Set<number>(), falling: new Set<number>() };
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
        const column = (at / 4) % picture.width;
        if (red < 60 && green > 200 && blue < 60) columns.rising.add(column);
        if (red > 200 && green < 60 && blue < 60) columns.falling.add(column);
      }
      return { data: series.data(), rising: columns.rising.size, falling: columns.falling.size };
    },
    [
      `${stand.url}/feeds/udf/${TEST_CHAIN}/history?${new URLSearchParams({
        symbol: SYMBOLS.native,
        resolution: '5',
        from: '0',
        to: String(timeOf(1_000)),
        countback: '60',
      })}`,
      stand.testKey,
      RISING,
      FALLING,
    ] as const,
  );
  const candles = foldTrades(markets.trades, BASKET.id, NATIVE.id, 'FIVE_MINUTES').slice(-60);
  expect(drawn.data).toEqual(
    candles.map(({ start, open, high, low, close }) => ({
      time: start,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    })),
  );
  const rising = candles.filter(({ open, close }) => Number(close) >= Number(open)).length;
  expect([rising > 5, rising < candles.length - 5]).toEqual([true, true]);
  expect(drawn.rising).toBeGreaterThan(rising);
  expect(drawn.falling).toBeGreaterThan(candles.length - rising);
});
