import type { Socket } from 'node:net';
import { LIVE_CHAIN, PEPPER, TEST_CHAIN, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { moveTip } from '@ledgergraph/gateway/test/move-tip';
import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PortalStand } from '../portal-stand.ts';
import { FakeMarkets } from './fake-markets.ts';
import { makeTrades, RESERVE, SYMBOLS } from './fake-trades.ts';

const APP = 'https://app.example.com';
const PER_MINUTE = 150;
const READ_MS = 3_000;
const FINAL = 49_000;

const openKeys: string[] = [];
const stand = new PortalStand({
  trustedProxies: ['127.0.0.1'],
  corsOrigins: [APP],
  portal: {
    openKeys,
    openPerMinute: PER_MINUTE,
    openPerMinuteOfAll: 100_000,
    feedReadMs: READ_MS,
    feedTimeoutMs: 120_000,
    dollars: new Map([[TEST_CHAIN, RESERVE.id]]),
  },
});
const markets = new FakeMarkets(stand);
let calls = 0;
let networks = 0;
let height = 50_000;

beforeAll(async () => {
  openKeys.push(stand.testKey, stand.liveKey);
  await stand.start();
  stand.keys.set(stand.testKey, { environment: KeyEnvironment.TEST, id: 'open-test', teamId: 'operator' });
  stand.keys.set(stand.liveKey, { environment: KeyEnvironment.LIVE, id: 'open-live', teamId: 'operator' });
  stand.server.server.on('request', ({ url }: { url?: string }) => {
    if (url === '/graphql') calls += 1;
  });
});
afterAll(() => stand.stop());
beforeEach(async () => {
  stand.reset();
  markets.open();
  markets.trades = makeTrades(8);
  height += 1;
  await moveTip(stand, tip(height, { finalizedHeight: FINAL }));
  calls = 0;
});

function newNetwork(): string {
  networks += 1;
  return `198.51.${Math.floor(networks / 250)}.${1 + (networks % 250)}`;
}

function get(path: string, network = newNetwork(), headers: Record<string, string> = {}): Promise<Response> {
  const url = `${stand.url}/feeds/${path.replace('CHAIN', TEST_CHAIN)}`;
  return fetch(url, { headers: { 'x-forwarded-for': network, ...headers } });
}

async function outcomeOf(response: Response): Promise<unknown[]> {
  const text = await response.text();
  const code = response.ok ? null : JSON.parse(text).errors[0].extensions.code;
  expect(`${text}${JSON.stringify([...response.headers])}`).not.toMatch(/lg_|open-|operator|ratelimit|www-auth|month/i);
  return [response.status, code];
}

test('who shows no key is answered by the key that reads the chain, which pays and is not shown', async () => {
  const before = stand.quotas.calls('open-live', CallStatus.ANSWERED);
  for (const chain of [TEST_CHAIN, LIVE_CHAIN, LIVE_CHAIN]) {
    const response = await get(`udf/${chain}/config`);
    expect(response.headers.get('x-feed-chain-id')).toBe(chain);
    expect(await outcomeOf(response)).toEqual([200, null]);
  }
  await waitFor(() => stand.quotas.calls('open-live', CallStatus.ANSWERED) === before + 2, { what: 'two paid calls' });
  expect(await outcomeOf(await get('udf/iNone/config'))).toEqual([404, 'NOT_FOUND']);
  expect((await get('udf/CHAIN/config', undefined, { authorization: 'Bearer lg_test_wrong' })).status).toBe(401);
});

test('a page of an allowed origin reads a feed without a key, and its refusals', async () => {
  for (const path of ['udf/CHAIN/config', 'udf/CHAIN/symbols?symbol=A_B']) {
    const { headers } = await get(path, undefined, { origin: APP });
    expect(headers.get('access-control-allow-origin')).toBe(APP);
  }
  const other = await get('udf/CHAIN/config', undefined, { origin: 'https://other.example.net' });
  expect([await outcomeOf(other), other.headers.has('access-control-allow-origin')]).toEqual([
    [503, 'SUBGRAPH_UNAVAILABLE'],
    false,
  ]);
});

test('the currency that stands for the dollar gives tickers their liquidity', async () => {
  const tickers = (await (await get('coingecko/CHAIN/tickers')).json()) as { liquidity_in_usd: unknown }[];
  expect(tickers.map(({ liquidity_in_usd }) => liquidity_in_usd)).toEqual(Array(3).fill('77.00000000'));
});

test('the same endpoint at the same block is read once, however many ask, and each answer is paid', async () => {
  const asked = () => stand.requests().length;
  const path = `coingecko/CHAIN/historical_trades?ticker_id=${SYMBOLS.native}&limit=3`;
  const first = await (await get(path)).text();
  const reads = asked();
  expect(reads).toBeGreaterThan(0);
  expect(await (await get(path.replace('ticker_id', 'x=1&ticker_id'))).text()).toBe(first);
  expect(asked()).toBe(reads);
  await get(path.replace('limit=3', 'limit=4'));
  expect(asked()).toBeGreaterThan(reads);
  const before = asked();
  await moveTip(stand, tip(height + 1, { finalizedHeight: FINAL }));
  height += 1;
  await get(path);
  expect(asked()).toBeGreaterThan(before);
});

test('of 100 requests at once without a key from one network two are read, and the others never reach the gateway', async () => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let running = 0;
  markets.beforePage = () => {
    running += 1;
    return gate;
  };
  const network = newNetwork();
  const asking = Array.from({ length: 100 }, (_, index) => get(`coingecko/CHAIN/tickers?currency=i${index}`, network));
  let refused = 0;
  for (const one of asking) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
  await waitFor(() => refused === 98 && running === 2, { what: '98 refusals, and two reads' });
  expect(calls).toBeLessThanOrEqual(2 * 3);
  open();
  const outcomes = await Promise.all(asking.map(async (one) => outcomeOf(await one)));
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(2);
  expect((await get('coingecko/CHAIN/tickers', network)).status).toBe(200);
});

test('of 100 requests at once from many networks sixteen are read, and one with a key is answered all the while', async () => {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let running = 0;
  markets.beforePage = () => {
    running += 1;
    return gate;
  };
  const asking = Array.from({ length: 100 }, (_, index) => get(`coingecko/CHAIN/tickers?currency=i${index}`));
  let refused = 0;
  for (const one of asking) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
  await waitFor(() => refused >= 84 && running > 0, { what: 'the refusals, and reads' });
  const authorization = `Bearer ${stand.testKey}`;
  expect((await get('udf/CHAIN/config', undefined, { authorization })).status).toBe(200);
  open();
  const outcomes = await Promise.all(asking.map(async (one) => outcomeOf(await one)));
  expect(outcomes.filter(([status]) => status === 200)).toHaveLength(16);
});

test('requests of a network above the limit of a minute are refused before anything is asked, and no other network is', async () => {
  const network = newNetwork();
  let [answered, before] = [-1, 0];
  let limited: Response;
  // The bucket fills while they are answered.
  do {
    answered += 1;
    before = calls;
    limited = await get('nothing/CHAIN/nothing', network);
  } while (limited.status === 404);
  expect(answered).toBeGreaterThanOrEqual(PER_MINUTE);
  // The gateway refuses strangers much later.
  expect(await limited.clone().text()).toContain('read without a key');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([await outcomeOf(limited), calls]).toEqual([[429, 'RATE_LIMITED'], before]);
  expect((await get('udf/CHAIN/config')).status).toBe(200);
});

test('a client that does not read its answer holds its room until it is cut off', async () => {
  markets.trades = makeTrades(16_000, () => 2);
  // The gateway would take a part of the answer.
  const portal = stand.portal.listeningOrigin;
  const config = () => fetch(`${portal}/feeds/udf/${TEST_CHAIN}/config`, { headers: { connection: 'close' } });
  const answered = () => stand.quotas.calls('open-test', CallStatus.ANSWERED);
  const sockets = new Map<number | undefined, Socket>();
  stand.portal.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket));
  const before = answered();
  const peer = await Peer.open(addressOf(portal));
  try {
    const path = `/feeds/dexscreener/${TEST_CHAIN}/events?fromBlock=2&toBlock=2`;
    peer.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await waitFor(() => answered() === before + 1, { what: 'the answer' });
    // A network may hold one of the largest answers.
    expect((await config()).status).toBe(429);
    await waitFor(() => sockets.get(peer.port)?.destroyed, { what: 'the end of its connection' });
    expect((await config()).status).toBe(200);
  } finally {
    peer.destroy();
  }
});

test('when the month of the key is used up, or the key is revoked, the refusal names neither', async () => {
  stand.quotas.limit = 3n;
  stand.keys.set(stand.liveKey, {
    environment: KeyEnvironment.LIVE,
    id: 'open-live',
    teamId: 'operator-2',
    plan: { id: 'some', callsPerMonth: 3n },
  });
  const changed = { keyHash: hashApiKey(stand.liveKey, PEPPER) };
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, changed);
  const ask = () => get(`udf/${LIVE_CHAIN}/time`);
  await waitFor(async () => (await ask()).status === 429, { what: 'the end of the month’s units' });
  const spent = await ask();
  expect([await outcomeOf(spent), Number(spent.headers.get('retry-after'))]).toEqual([[429, 'RATE_LIMITED'], 3_600]);
  stand.keys.delete(stand.liveKey);
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, changed);
  await waitFor(async () => (await ask()).status === 503, { what: 'the refusal' });
  expect(await outcomeOf(await ask())).toEqual([503, 'SUBGRAPH_UNAVAILABLE']);
  expect((await get('udf/CHAIN/time')).status).toBe(200);
});
