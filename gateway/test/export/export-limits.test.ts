import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { KeyChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { coded } from '../fake-subgraph.ts';
import { LIVE_CHAIN, PEPPER, tip } from '../gateway-stand.ts';
import { LimitedKeys } from '../limited-keys.ts';
import { standForFile } from '../stand-for-file.ts';
import { FakeBlocks } from './fake-blocks.ts';

const TIP = 2_000_009;
const BLOCKED_MAX_MS = 1_000;

const stand = standForFile({ exportBlockedMaxMs: BLOCKED_MAX_MS });
const chain = new FakeBlocks(stand, TIP);
const keys = new LimitedKeys(stand);
beforeAll(async () => {
  stand.tips = () => [tip(TIP, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
  await stand.follower.refresh();
});
beforeEach(() => {
  chain.open();
  stand.quotas.limit = 1_000n;
});

const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, accept: 'application/x-ndjson' });

function get(key: string, query: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${stand.url}/export/blocks?${query}`, { headers: headersOf(key), ...init });
}

async function codeOf(response: Response): Promise<unknown> {
  const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
  return errors[0]?.extensions.code;
}

/** A peer that asks for two million rows and reads nothing of them. */
function openSilentPeer(key: string): Socket {
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `GET /export/blocks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nAccept: application/x-ndjson\r\n\r\n`,
  );
  return socket;
}

async function codeOrNone(key: string): Promise<number> {
  const response = await get(key, 'height=1');
  await response.text();
  return response.status;
}

const answered = (id: string): number => stand.quotas.calls(id, CallStatus.ANSWERED);

test('the price is known before: by HEAD, by the parameter price, and in the head of the export', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  const asked = await get(key, 'height=2499', { method: 'HEAD' });
  expect([asked.status, asked.headers.get('x-export-items'), asked.headers.get('x-export-units')]).toEqual([
    200,
    '2500',
    '3',
  ]);
  const priced = await get(key, 'height=2499&price');
  expect(await priced.json()).toEqual(expect.objectContaining({ items: 2_500, units: 3, height: 2_499 }));
  expect(chain.pages).toBe(0);
  await keys.reported(id, 2);
  const before = answered(id);
  const whole = await get(key, 'height=1050');
  expect(whole.headers.get('x-export-units')).toBe('2');
  await whole.text();
  await waitFor(() => answered(id) === before + 2, { what: 'two units' });
});

test('an export that the month cannot pay is refused before its first row, and spends nothing', async () => {
  stand.quotas.limit = 2n;
  const { key, id } = keys.make({ month: 2n });
  const spent = stand.quotas.totalSpent();
  const refused = await get(key, 'height=2499');
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'QUOTA_EXCEEDED']);
  expect(chain.pages).toBe(0);
  expect(await keys.reported(id, 1)).toEqual({ QUOTA_EXCEEDED: 1 });
  const paid = await get(key, 'height=1050');
  expect(paid.status).toBe(200);
  await paid.text();
  expect(await keys.reported(id, 3)).toEqual({ QUOTA_EXCEEDED: 1, ANSWERED: 2 });
  expect(stand.quotas.totalSpent() - spent).toBe(2n);
});

test('an export that fails before its first row costs nothing', async () => {
  chain.beforePage = () => {
    throw coded('SUBGRAPH_UNAVAILABLE');
  };
  const { key, id } = keys.make({ month: 1_000n });
  const failed = await get(key, 'height=2499');
  expect([failed.status, await codeOf(failed)]).toEqual([503, 'SUBGRAPH_UNAVAILABLE']);
  expect(await keys.reported(id, 1)).toEqual({ FAILED: 1 });
});

test('no key, a wrong key, and a key from elsewhere are refused before anything is looked at', async () => {
  const { key } = keys.make({ allowedNetworks: ['203.0.113.0/24'] });
  const refusals = await Promise.all([
    fetch(`${stand.url}/export/nothing`),
    get('lg_live_wrong', 'nothing=1'),
    get(key, 'height=1'),
  ]);
  await Promise.all(refusals.map((one) => one.text()));
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 403]);
  expect(stand.requests()).toEqual([]);
});

test('of 100 exports at once four run, the others are refused, and room comes back', async () => {
  const { key } = keys.make();
  await (await get(key, 'height=1')).text();
  const closing = new AbortController();
  // None of them ends, or is cut, before all have their answers.
  const allAnswered = Promise.withResolvers<void>();
  chain.beforePage = (_, isFirst) => (isFirst ? undefined : allAnswered.promise);
  const asking = Array.from({ length: 100 }, () => get(key, '', { signal: closing.signal }));
  const responses = await Promise.all(asking);
  const counts = Map.groupBy(responses, ({ status }) => status);
  expect([counts.get(200)?.length, counts.get(429)?.length]).toEqual([4, 96]);
  closing.abort();
  allAnswered.resolve();
  await waitFor(async () => (await codeOrNone(key)) === 200, { what: 'room', timeoutMs: 20_000 });
});

const isCut = (reason: string) => (): boolean =>
  stand.logLines.some((line) => line.includes('an export was cut') && line.includes(reason));

/** Candles of one market as markets would page them: that many, of which a page has what is asked for. */
function answerCandles(total: number): void {
  stand.subgraphs.markets.resolvers = {
    Query: {
      candles: (_: unknown, { limit, cursor }: { limit: number; cursor?: string | null }) => {
        const from = Number(cursor ?? 0);
        const to = Math.min(from + limit, total);
        const candles = Array.from({ length: to - from }, () => ({ start: '2026-01-01T00:00:00Z', trades: 1 }));
        return { candles, hasMore: to < total, nextCursor: to < total ? String(to) : null };
      },
    },
  };
}

test('the price of a list that the graph does not count is exact before it starts', async () => {
  answerCandles(12_345);
  const { key } = keys.make();
  const list = `${stand.url}/export/candles?height=5&basket=a&base=a&quote=b&interval=DAY`;
  const priceOf = async (query: string): Promise<unknown[]> => {
    const { headers } = await fetch(`${list}${query}`, { method: 'HEAD', headers: headersOf(key) });
    return [headers.get('x-export-items'), headers.get('x-export-units')];
  };
  expect(await priceOf('')).toEqual(['12345', '13']);
  expect(await priceOf('&rows=7001')).toEqual(['7001', '8']);
  expect(await priceOf('&rows=20000')).toEqual(['12345', '13']);
});

const walked = (): number => stand.requests().filter(({ query }) => query.includes('candles(')).length;

test('a month that is used up lets no list be gone through', async () => {
  answerCandles(12_345);
  const before = walked();
  stand.quotas.limit = 1n;
  const { key } = keys.make({ month: 1n });
  expect(await codeOrNone(key)).toBe(200);
  const refused = await fetch(`${stand.url}/export/candles?height=5&basket=a&base=a&quote=b&interval=DAY`, {
    headers: headersOf(key),
  });
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'QUOTA_EXCEEDED']);
  expect(walked()).toBe(before);
});

test('a peer that vanishes while a list is gone through ends that', async () => {
  answerCandles(1_000_000);
  const before = walked();
  const { key, id } = keys.make();
  const peer = new AbortController();
  const asked = fetch(`${stand.url}/export/candles?height=5&basket=a&base=a&quote=b&interval=DAY`, {
    headers: headersOf(key),
    signal: peer.signal,
  });
  await waitFor(() => walked() > before + 1, { what: 'the second page', timeoutMs: 10_000 });
  peer.abort();
  await expect(asked).rejects.toThrow();
  await keys.reported(id, 1);
  // A million items are two hundred pages.
  expect(walked() - before).toBeLessThan(100);
});

test('one export of a list that the graph does not count has a million items at most', async () => {
  const { key } = keys.make();
  const list = `${stand.url}/export/candles?basket=a&base=a&quote=b&interval=DAY`;
  const ask = (rows: string, method: string) => fetch(`${list}&rows=${rows}`, { method, headers: headersOf(key) });
  for (const rows of ['1000001', '999999999999']) {
    const refused = await ask(rows, 'GET');
    expect([rows, refused.status, await codeOf(refused)]).toEqual([rows, 400, 'VALIDATION_ERROR']);
    expect((await ask(rows, 'HEAD')).status).toBe(400);
  }
});

test('a peer that never reads is cut, holds no memory meanwhile, and pays what was read for it', async () => {
  chain.miner = 'x'.repeat(5_000);
  const { key, id } = keys.make({ month: 1_000_000n });
  stand.quotas.limit = 1_000_000n;
  const peer = openSilentPeer(key);
  await waitFor(isCut('the client does not read'), { what: 'the cut', timeoutMs: 20_000 });
  peer.destroy();
  // The sockets of both sides hold so much of two million rows.
  expect(chain.pages).toBeLessThan(10);
  await waitFor(() => answered(id) >= 1, { what: 'its units', timeoutMs: 10_000 });
  expect(answered(id)).toBeLessThanOrEqual(chain.pages);
  chain.miner = 'RMiner';
});

test('a peer that vanishes ends its export', async () => {
  const peer = openSilentPeer(keys.make().key);
  peer.resume();
  await once(peer, 'data');
  peer.resetAndDestroy();
  await waitFor(isCut('the client has gone'), { what: 'the end', timeoutMs: 10_000 });
});

test('a key that is revoked in the middle ends the export', async () => {
  const { key } = keys.make();
  const response = await get(key, '');
  expect(response.status).toBe(200);
  const rest = response.text();
  stand.keys.delete(key);
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  await expect(rest).rejects.toThrow('terminated');
});

test('a gateway that stops waits for no export whose first page is being read', async () => {
  const held = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  chain.beforePage = () => {
    isRead.resolve();
    return held.promise;
  };
  const asked = get(keys.make().key, '').then(
    ({ status }) => status,
    () => 'cut',
  );
  await isRead.promise;
  const closed = stand.server.close();
  expect(await asked).toBe('cut');
  await closed;
  held.resolve();
});
