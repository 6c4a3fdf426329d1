import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { LIVE_CHAIN, PEPPER, tip } from '@ledgergraph/gateway/test/gateway-stand';
import { LimitedKeys } from '@ledgergraph/gateway/test/limited-keys';
import { KeyChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { portalForFile } from '../portal-stand.ts';
import { FakeBlocks } from './fake-blocks.ts';

const TIP = 2_000_009;
const BLOCKED_MAX_MS = 1_000;

const stand = portalForFile({ portal: { exportBlockedMaxMs: BLOCKED_MAX_MS } });
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

function priceIn({ headers }: Response): (string | null)[] {
  return [headers.get('x-export-items'), headers.get('x-export-units')];
}

/** Status, units of the head, and whole lines. */
async function askForCut(key: string, query: string): Promise<{ status: unknown; units: unknown; lines: string[] }> {
  const asked = request(`${stand.url}/export/blocks?${query}`, { headers: headersOf(key) }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  response.on('data', (chunk) => chunks.push(chunk));
  await expect(once(response, 'end')).rejects.toThrow('aborted');
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  return { status: response.statusCode, units: response.headers['x-export-units'], lines };
}

const answered = (id: string): number => stand.quotas.calls(id, CallStatus.ANSWERED);

test('the number of rows and the price are known before by HEAD, which costs one unit, and are in the head of the export', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  const asked = await get(key, 'height=2499', { method: 'HEAD' });
  expect([asked.status, ...priceIn(asked), await asked.text()]).toEqual([200, '2500', '3', '']);
  expect(chain.pages).toBe(0);
  expect(await keys.reported(id, 1)).toEqual({ ANSWERED: 1 });
  const whole = await get(key, 'height=1050');
  expect(priceIn(whole)).toEqual(['1051', '2']);
  await whole.text();
  expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 3 });
});

test('the head of an export has the number of units of the month that are left', async () => {
  const { key } = keys.make({ month: 1_000n });
  const leftIn = (response: Response): number =>
    Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1] ?? Number.NaN);
  const first = await get(key, 'height=1');
  await first.text();
  const second = await get(key, 'height=1', { method: 'HEAD' });
  expect(leftIn(first)).toBeLessThan(1_000);
  expect(leftIn(second)).toBe(leftIn(first) - 1);
});

test('a month that runs out cuts the export behind rows that were paid, and their cursor goes on', async () => {
  stand.quotas.limit = 2n;
  const { key, id } = keys.make({ month: 2n });
  const { status, units, lines } = await askForCut(key, 'height=4499');
  expect([status, units, lines.length]).toEqual([200, '5', 2_000]);
  expect(await keys.reported(id, 3)).toEqual({ QUOTA_EXCEEDED: 1, ANSWERED: 2 });
  const { cursor } = JSON.parse(lines.at(-1) ?? '');
  const refused = await get(key, `height=4499&cursor=${encodeURIComponent(cursor)}`);
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'QUOTA_EXCEEDED']);
  const next = keys.make().key;
  const rest = await (await get(next, `height=4499&cursor=${encodeURIComponent(cursor)}`)).text();
  expect(
    rest
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).height),
  ).toEqual(Array.from({ length: 2_500 }, (_, index) => 2_000 + index));
});

test('a month that is used up reads nothing of a list', async () => {
  stand.quotas.limit = 1n;
  const { key } = keys.make({ month: 1n });
  expect(await codeOrNone(key)).toBe(200);
  const asked = stand.requests().length;
  const refused = await get(key, 'height=2499');
  expect([refused.status, await codeOf(refused)]).toEqual([429, 'QUOTA_EXCEEDED']);
  expect(stand.requests()).toHaveLength(asked);
});

test('an export without rows costs one unit', async () => {
  const { key, id } = keys.make({ month: 1_000n });
  const empty = await get(key, 'height=5&fromHeight=6');
  expect([empty.status, ...priceIn(empty), await empty.text()]).toEqual([200, '0', '1', '']);
  expect(await keys.reported(id, 1)).toEqual({ ANSWERED: 1 });
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
  // None ends or is cut before all have their answers.
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

const AMOUNTS = { open: '1.00000000', high: '1.00000000', low: '1.00000000', close: '1.00000000' };
const VOLUMES = { baseVolume: '1.00000000', quoteVolume: '1.00000000' };
const CANDLE = { start: '2026-01-01T00:00:00Z', ...AMOUNTS, ...VOLUMES, trades: 1, isOpen: false };

test('of a list that the graph does not count the head has no number, and each thousand rows cost a unit', async () => {
  stand.subgraphs.markets.resolvers = {
    Query: {
      candles: (_: unknown, { limit, cursor }: { limit: number; cursor?: string | null }) => {
        const [from, total] = [Number(cursor ?? 0), 1_500];
        const to = Math.min(from + limit, total);
        const candles = new Array(to - from).fill(CANDLE);
        return { candles, hasMore: to < total, nextCursor: to < total ? String(to) : null };
      },
    },
  };
  const { key, id } = keys.make({ month: 1_000n });
  const list = `${stand.url}/export/candles?height=5&basket=a&base=a&quote=b&interval=DAY`;
  const head = await fetch(list, { method: 'HEAD', headers: headersOf(key) });
  expect([head.status, ...priceIn(head)]).toEqual([200, null, null]);
  const whole = await fetch(list, { headers: headersOf(key) });
  expect([whole.status, ...priceIn(whole)]).toEqual([200, null, null]);
  expect((await whole.text()).split('\n').slice(0, -1)).toHaveLength(1_500);
  expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 3 });
});

test('a peer that never reads is cut, holds no memory meanwhile, and pays what was read for it', async () => {
  chain.producer = 'x'.repeat(2_000);
  const { key, id } = keys.make({ month: 1_000_000n });
  stand.quotas.limit = 1_000_000n;
  const peer = openSilentPeer(key);
  await waitFor(isCut('the client does not read'), { what: 'the cut', timeoutMs: 20_000 });
  peer.destroy();
  // The sockets of both sides hold this part of two million rows.
  expect(chain.pages).toBeLessThan(20);
  await waitFor(() => answered(id) >= 1, { what: 'its units', timeoutMs: 10_000 });
  expect(answered(id)).toBeLessThanOrEqual(chain.pages);
  chain.producer = 'RMiner';
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

test('a client of HTTP/1.0, whose answer has no other end than that of its connection, sees a cut as a reset', async () => {
  chain.beforePage = (pages) => {
    if (pages >= 3) throw coded('CHAIN_REORGANIZED', 'the block this list was read at left the main chain');
  };
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  socket.write(`GET /export/blocks HTTP/1.0\r\nAuthorization: Bearer ${keys.make().key}\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await expect(once(socket, 'end')).rejects.toThrow('ECONNRESET');
  expect(text).toContain('\r\n2999,');
});

test('the body of a GET is dropped as it comes, also while the export is read', async () => {
  const held = Promise.withResolvers<void>();
  chain.beforePage = () => held.promise;
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  const bytes = 64_000_000;
  const { key } = keys.make();
  socket.write(
    `GET /export/blocks?height=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  const answered = once(socket, 'data');
  socket.write(Buffer.alloc(bytes, 'x'));
  await waitFor(() => socket.writableLength === 0, { what: 'all of it to be taken', timeoutMs: 20_000 });
  held.resolve();
  expect(String((await answered)[0])).toContain('HTTP/1.1 200 ');
  socket.destroy();
});

test('a portal that stops waits for no export whose first page is being read', async () => {
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
  const closed = stand.portal.close();
  expect(await asked).toBe(503);
  await closed;
  held.resolve();
});
