import { connect } from 'node:net';
import { LIVE_CHAIN, PEPPER, TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { LimitedKeys } from '@ledgergraph/gateway/test/limited-keys';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PortalStand, portalForFile } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { makeTrades, SYMBOLS } from './fake-trades.ts';

const TIMEOUT_MS = 3_000;
const APP = 'https://app.example.com';

const stand = portalForFile({ corsOrigins: [APP] });
const markets = new FakeMarkets(stand);
const keys = new LimitedKeys(stand);
beforeEach(async () => {
  markets.open();
  markets.trades = makeTrades(8);
  await moveTip(stand, tip(50_000, { finalizedHeight: 49_000 }));
});

const testKey = (fields: Parameters<LimitedKeys['make']>[0] = {}) =>
  keys.make({ environment: KeyEnvironment.TEST, ...fields });

function get(key: string, path: string, init: RequestInit = {}): Promise<Response> {
  const { headers, ...rest } = init;
  const url = `${stand.url}/feeds/${path.replace('CHAIN', TEST_CHAIN)}`;
  return fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers }, ...rest });
}

async function outcomeOf(response: Response): Promise<[status: number, code: unknown]> {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return [response.status, errors[0]?.extensions.code];
}

test('no key, a wrong key, one in the URL, and a key from elsewhere are refused before anything is looked at', async () => {
  const { key } = testKey({ allowedNetworks: ['203.0.113.0/24'] });
  const refusals = await Promise.all([
    fetch(`${stand.url}/feeds/nothing/nothing/nothing`),
    get('lg_test_wrong', 'udf/CHAIN/config'),
    fetch(`${stand.url}/feeds/udf/${TEST_CHAIN}/config?key=${stand.testKey}&authorization=Bearer%20${stand.testKey}`),
    get(key, 'udf/CHAIN/config'),
  ]);
  await Promise.all(refusals.map((one) => one.text()));
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 403]);
  expect(stand.requests()).toEqual([]);
});

test('a key that is revoked reads no more', async () => {
  const { key } = testKey();
  expect((await get(key, 'coingecko/CHAIN/tickers')).status).toBe(200);
  stand.keys.delete(key);
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  await waitFor(async () => (await get(key, 'coingecko/CHAIN/tickers')).status === 401, { what: 'the refusal' });
});

test('what is asked for in the wrong way is refused, with a code', async () => {
  const { key } = testKey();
  const refusals: [path: string, status: number, code: string, init?: RequestInit][] = [
    ['nothing/CHAIN/tickers', 404, 'NOT_FOUND'],
    ['coingecko/CHAIN/nothing', 404, 'NOT_FOUND'],
    ['coingecko/CHAIN/constructor', 404, 'NOT_FOUND'],
    ['__proto__/CHAIN/tickers', 404, 'NOT_FOUND'],
    ['coingecko/iNone/tickers', 404, 'NOT_FOUND'],
    ['coingecko/%00/tickers', 400, 'VALIDATION_ERROR'],
    ['coingecko/..%2F..%2Fgraphql/tickers', 404, 'NOT_FOUND'],
    [`coingecko/${LIVE_CHAIN}/tickers`, 404, 'NOT_FOUND'],
    ['coingecko/CHAIN/historical_trades', 400, 'VALIDATION_ERROR'],
    ['coingecko/CHAIN/historical_trades?ticker_id=', 400, 'VALIDATION_ERROR'],
    ['coingecko/CHAIN/historical_trades?ticker_id=A_B', 404, 'NOT_FOUND'],
    [`coingecko/CHAIN/historical_trades?ticker_id=${'A'.repeat(4_001)}`, 400, 'VALIDATION_ERROR'],
    [`coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}&limit=1001`, 400, 'VALIDATION_ERROR'],
    [`coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}&type=gift`, 400, 'VALIDATION_ERROR'],
    [`coingecko/CHAIN/historical_trades?ticker_id=A_B&ticker_id=A_B`, 400, 'VALIDATION_ERROR'],
    ['dexscreener/CHAIN/events?fromBlock=1&toBlock=1001', 400, 'VALIDATION_ERROR'],
    ['dexscreener/CHAIN/events?fromBlock=0&toBlock=999999999', 400, 'VALIDATION_ERROR'],
    ['dexscreener/CHAIN/events?fromBlock=0&toBlock=99999999999999999999', 400, 'VALIDATION_ERROR'],
    ['dexscreener/CHAIN/events?fromBlock=9&toBlock=8', 400, 'VALIDATION_ERROR'],
    ['dexscreener/CHAIN/events?fromBlock=-1&toBlock=8', 400, 'VALIDATION_ERROR'],
    [`coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}&limit=1001`, 400, 'VALIDATION_ERROR'],
    [`coinmarketcap/CHAIN/trades/${SYMBOLS.native}?market_pair=${SYMBOLS.native}`, 400, 'VALIDATION_ERROR'],
    ['coinmarketcap/CHAIN/trades/', 404, 'NOT_FOUND'],
    ['coinmarketcap/CHAIN/summary/more', 404, 'NOT_FOUND'],
    [`coinmarketcap/CHAIN/trades/${'A'.repeat(300)}_B`, 404, 'NOT_FOUND'],
    [`udf/CHAIN/history?symbol=${SYMBOLS.native}&resolution=7&to=1`, 400, 'VALIDATION_ERROR'],
    [`udf/CHAIN/history?symbol=${SYMBOLS.native}&resolution=1&to=1e9`, 400, 'VALIDATION_ERROR'],
    ['udf/CHAIN/config', 405, 'BAD_REQUEST', { method: 'POST', body: '{}' }],
    ['udf/CHAIN/config', 405, 'BAD_REQUEST', { method: 'DELETE' }],
  ];
  for (const [path, status, code, init] of refusals) {
    const name = `${init?.method ?? 'GET'} ${path.slice(0, 90)}`;
    expect([name, ...(await outcomeOf(await get(key, path, init)))]).toEqual([name, status, code]);
  }
  expect((await get(key, 'udf/CHAIN')).status).toBe(404);
});

test('HEAD has the head of GET alone', async () => {
  const { key } = testKey();
  const [head, whole] = [
    await get(key, 'coingecko/CHAIN/tickers', { method: 'HEAD' }),
    await get(key, 'coingecko/CHAIN/tickers'),
  ];
  for (const name of ['content-type', 'content-length', 'x-feed-block-hash', 'x-feed-block-height'])
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  expect([head.status, await head.text(), (await whole.text()).length > 100]).toEqual([200, '', true]);
});

test('an error of UDF stands in the body, where its programs look', async () => {
  const response = await get(testKey().key, 'udf/CHAIN/symbols?symbol=A_B');
  expect(await response.json()).toMatchObject({ s: 'error', errmsg: expect.any(String), errors: [expect.anything()] });
});

test('the widest range of blocks is answered, and all of more than a thousand events', async () => {
  const { key } = testKey();
  const count = async (from: number, to: number) => {
    const response = await get(key, `dexscreener/CHAIN/events?fromBlock=${from}&toBlock=${to}`);
    return response.ok ? ((await response.json()) as { events: object[] }).events.length : outcomeOf(response);
  };
  expect(await count(1, 1_000)).toBe(8);
  markets.trades = makeTrades(1_101, (index) => (index < 1 ? 1 : 2));
  expect(await count(1, 2)).toBe(1_101);
});

test('a request costs one unit, a refusal none, and none is answered when the month is used up', async () => {
  stand.quotas.limit = 2n;
  // A month counts the calls of live keys alone.
  const { key, id } = keys.make({ month: 2n });
  const outcomes: number[] = [];
  for (const path of ['nothing', 'config', 'time', 'config']) {
    const response = await get(key, `udf/${LIVE_CHAIN}/${path}`);
    await response.text();
    outcomes.push(response.status);
  }
  expect(outcomes).toEqual([404, 200, 200, 429]);
  expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 2, QUOTA_EXCEEDED: 1 });
  stand.quotas.limit = 1_000n;
});

test('of 100 requests at once eight are admitted, the others are refused, and room comes back', async () => {
  const { key } = testKey();
  expect((await get(key, 'coingecko/CHAIN/tickers')).status).toBe(200);
  let [running, most] = [0, 0];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  markets.beforePage = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
  };
  const asking = Array.from({ length: 100 }, (_, index) => get(key, `coingecko/CHAIN/tickers?currency=i${index}`));
  let refused = 0;
  for (const one of asking) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
  await waitFor(() => refused === 92 && running === 8, { what: '92 refusals, and eight reads' });
  open();
  const statuses = await Promise.all(asking.map(async (one) => (await one).status));
  expect([statuses.filter((status) => status === 200).length, most]).toEqual([8, 8]);
  markets.open();
  expect((await get(key, 'coingecko/CHAIN/tickers')).status).toBe(200);
});

test('for a client that hangs up no further page is read, its room comes back, and it pays nothing', async () => {
  const { key, id } = testKey();
  markets.trades = makeTrades(9_000, () => 2);
  let pages = 0;
  let goOn = (): void => {};
  markets.beforePage = () => {
    pages += 1;
    return new Promise<void>((resolve) => {
      goOn = resolve;
    });
  };
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const path = `/feeds/dexscreener/${TEST_CHAIN}/events?fromBlock=1&toBlock=9`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await waitFor(() => pages === 1, { what: 'the first page' });
  const portal = stand.portal.server;
  const open = () => new Promise<number>((resolve) => portal.getConnections((_, count) => resolve(count)));
  const before = await open();
  socket.resetAndDestroy();
  await waitFor(async () => (await open()) < before, { what: 'the end of the connection to the portal' });
  goOn();
  markets.beforePage = () => {
    pages += 1;
  };
  markets.trades = [];
  for (let index = 0; index < 8; index += 1) {
    expect((await get(key, 'dexscreener/CHAIN/events?fromBlock=1&toBlock=9')).status).toBe(200);
  }
  expect(pages).toBe(1 + 8);
  expect(await keys.reported(id, 9)).toEqual({ ANSWERED: 8, REJECTED: 1 });
});

test('an answer that takes too long ends at the time limit of an operation, however many pages it has', async () => {
  const hasty = new PortalStand({ portal: { feedTimeoutMs: TIMEOUT_MS } });
  const slow = new FakeMarkets(hasty);
  await hasty.start();
  try {
    slow.open();
    slow.trades = makeTrades(9_000, () => 2);
    await moveTip(hasty, tip(50_000, { finalizedHeight: 49_000 }));
    slow.beforePage = () => new Promise((resolve) => setTimeout(resolve, 700));
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${hasty.testKey}` };
    const response = await fetch(`${hasty.url}/feeds/dexscreener/${TEST_CHAIN}/events?fromBlock=1&toBlock=9`, {
      headers,
    });
    expect(await outcomeOf(response)).toEqual([503, 'SUBGRAPH_TIMEOUT']);
    expect(performance.now() - startedAt).toBeLessThan(2 * TIMEOUT_MS);
  } finally {
    await hasty.stop();
  }
});

test('a page of an allowed origin reads a feed with its key, and no other page does', async () => {
  const { key } = testKey();
  const preflight = (origin: string) =>
    fetch(`${stand.url}/feeds/udf/${TEST_CHAIN}/config`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const allowed = ({ headers }: Response): string | null => headers.get('access-control-allow-origin');
  const [own, other] = [await preflight(APP), await preflight('https://other.example.net')];
  expect([own.status, allowed(own), own.headers.get('access-control-allow-headers')]).toEqual([
    204,
    APP,
    expect.stringContaining('authorization'),
  ]);
  expect([other.status, allowed(other)]).toEqual([403, null]);
  const read = await get(key, 'udf/CHAIN/config', { headers: { origin: APP } });
  const foreign = await get(key, 'udf/CHAIN/config', { headers: { origin: 'https://other.example.net' } });
  expect([read.status, allowed(read), foreign.status, allowed(foreign)]).toEqual([200, APP, 403, null]);
  const elsewhere = testKey({ allowedOrigins: ['https://app.example.org'] }).key;
  expect((await get(elsewhere, 'udf/CHAIN/config', { headers: { origin: APP } })).status).toBe(403);
});
