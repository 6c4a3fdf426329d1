import { once } from 'node:events';
import { connect } from 'node:net';
import { coded } from '@ledgergraph/gateway/test/fake-subgraph';
import { LIVE_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { rpcForFile, TIP } from './rpc-stand.ts';

const MIB = 1024 * 1024;
const LIVE = { path: LIVE_CHAIN };
const stand = rpcForFile({ portal: { rpcBlockedMaxMs: 1_000 } });
const { keys, chain } = stand;
const peers: Peer[] = [];
afterEach(() => {
  for (const peer of peers.splice(0)) peer.destroy();
});

/** The gateway knows a key that was used. */
async function makeKnown(): Promise<string> {
  const { key } = keys.make();
  expect(await stand.outcome(key, 'height', [], LIVE)).toEqual([200, TIP]);
  return key;
}

function head(key: string, size: string, version = '1.1'): string {
  const lines = [`POST /rpc/${LIVE_CHAIN} HTTP/${version}`, 'host: a', `authorization: Bearer ${key}`, size];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

async function openPeer(text: string): Promise<Peer> {
  const peer = await Peer.open(addressOf(stand.portal.url));
  peers.push(peer);
  peer.send(text);
  return peer;
}

const call = (method: string, ...params: unknown[]): string => JSON.stringify({ method, params });
const whole = (key: string, body: string, version?: string): string =>
  `${head(key, `content-length: ${body.length}`, version)}${body}`;
const isCut = (reason: string) => () =>
  stand.portal.logLines.some((line) => line.includes('node API was cut') && line.includes(reason));
const hasRoom = async (key: string): Promise<boolean> => (await stand.outcome(key, 'height', [], LIVE))[0] === 200;

test('of 100 requests of one team at once 32 run, another team has its answers, and room comes back', async () => {
  const [key, quiet] = [await makeKnown(), await makeKnown()];
  const held = Promise.withResolvers<void>();
  chain.beforePage = () => held.promise;
  let refused = 0;
  const asking = Array.from({ length: 100 }, async () => {
    const [status] = await stand.outcome(key, 'heights', [1], LIVE);
    refused += status === 429 ? 1 : 0;
    return status;
  });
  await waitFor(() => refused === 68, { what: '68 refusals' });
  for (let asked = 0; asked < 20; asked += 1) expect(await hasRoom(quiet)).toBe(true);
  held.resolve();
  expect((await Promise.all(asking)).filter((status) => status === 200)).toHaveLength(32);
  expect(await hasRoom(key)).toBe(true);
});

test('half-sent bodies of strangers, with a new key each, take no room of a team, and give theirs back', async () => {
  const key = await makeKnown();
  for (let index = 0; index < 60; index += 1) {
    const size = index % 2 === 0 ? 'content-length: 60000' : 'content-length: 5';
    await openPeer(`${head(`lg_live_${index}`, size)}{`);
  }
  const refused = () => peers.filter((peer) => peer.read().startsWith('HTTP/1.1 429')).length;
  await waitFor(() => refused() === 60 - 16, { what: 'the refusals' });
  expect(await hasRoom(key)).toBe(true);
  expect((await stand.outcome('lg_live_x', 'height', [], LIVE))[0]).toBe(429);
  for (const peer of peers.splice(0)) peer.reset();
  await waitFor(async () => (await stand.outcome('lg_live_x', 'height', [], LIVE))[0] === 401, { what: 'room' });
});

test.each(['content-length: 4000000', 'transfer-encoding: chunked'])(
  'a body that is not small is read when its key works, and is refused before it has come otherwise: %s',
  async (size) => {
    const peer = await openPeer(`${head('lg_live_wrong', size)}1\r\n{\r\n`);
    await waitFor(() => peer.read().startsWith('HTTP/1.1 401'), { what: 'the refusal' });
    const { key } = keys.make();
    const chunk = '1'.repeat(50_000);
    const body = call('echo', chunk, chunk, chunk);
    const chunked = `${head(key, 'transfer-encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const good = await openPeer(size.startsWith('content') ? whole(key, body) : chunked);
    await waitFor(() => good.read().includes('"error":null'), { what: 'the answer' });
  },
);

test('a body larger than the largest transaction is refused, in one piece and in chunks', async () => {
  const key = await makeKnown();
  // A peer that went on sending could lose the refusal with its connection.
  const announced = await openPeer(`${head(key, `content-length: ${5 * MIB}`)}x`);
  await waitFor(() => announced.read().startsWith('HTTP/1.1 413'), { what: 'the refusal of what is announced' });
  const peer = await openPeer(head(key, 'transfer-encoding: chunked'));
  const chunk = `${(MIB).toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;
  for (let sent = 0; sent < 6; sent += 1) peer.send(chunk);
  await waitFor(() => peer.read().startsWith('HTTP/1.1 413'), { what: 'the refusal' });
  expect(await hasRoom(key)).toBe(true);
  expect(await stand.outcome(key, 'echo', ['x'.repeat(4 * MIB)], LIVE)).toEqual([200, ['x'.repeat(4 * MIB)]]);
});

test('a body of a million values has no room, and one of many has', async () => {
  const key = await makeKnown();
  expect((await stand.ask(key, `[${'[0],'.repeat(500_000)}0]`, LIVE))[0]).toBe(400);
  expect((await stand.ask(key, call('echo', new Array(20_000).fill(0)), LIVE))[0]).toBe(200);
});

test('an answer of the gateway has room before it is read: too long a one never, those of a batch in turn', async () => {
  const key = await makeKnown();
  chain.producer = 'x'.repeat(9 * MIB);
  expect(await stand.outcome(key, 'producer', [], LIVE)).toEqual([400, -8]);
  chain.producer = 'x'.repeat(3 * MIB);
  const batch = `[${new Array(10).fill(call('producer')).join()}]`;
  const [status, text] = await stand.ask(key, batch, LIVE);
  expect([status, text.length > 30 * MIB, text.includes('"code"')]).toEqual([200, true, false]);
  chain.producer = 'RMiner';
});

test('a client that never reads a stream is cut, and no more is read for it', async () => {
  const key = await makeKnown();
  chain.producer = 'x'.repeat(1_000);
  await openPeer(whole(key, call('producers', TIP)));
  await waitFor(isCut('the client does not read'), { what: 'the cut', timeoutMs: 120_000 });
  // The sockets of both sides hold some 20 MB at most, of 200 pages of 1 MB.
  expect(chain.pages).toBeLessThan(60);
  chain.producer = 'RMiner';
  expect(await hasRoom(key)).toBe(true);
});

test('a client that vanishes ends its stream, and the rest of its batch', async () => {
  const key = await makeKnown();
  const held = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  chain.beforePage = () => {
    isRead.resolve();
    return held.promise;
  };
  const peer = await openPeer(whole(key, `[${new Array(100).fill(call('heights', 1)).join()}]`));
  await isRead.promise;
  peer.reset();
  await new Promise((resolve) => setTimeout(resolve, 300));
  held.resolve();
  expect(await hasRoom(key)).toBe(true);
  expect(chain.pages).toBeLessThanOrEqual(1);
});

test('a client of HTTP/1.0 gets its answer, and sees a cut as a reset', async () => {
  const key = await makeKnown();
  const peer = await openPeer(whole(key, call('heights', 3), '1.0'));
  await waitFor(() => peer.hasSeenEnd(), { what: 'the end' });
  expect(peer.read()).toMatch(/^HTTP\/1\.[01] 200 .*\{"result":\[0,1,2,3\],"error":null,"id":null\}$/s);
  chain.beforePage = (pages) => {
    if (pages >= 4) throw coded('CHAIN_REORGANIZED', 'the block this list was read at left the main chain');
  };
  const socket = connect(addressOf(stand.portal.url));
  socket.write(whole(key, call('hashes', TIP), '1.0'));
  socket.resume();
  await expect(once(socket, 'end')).rejects.toThrow('ECONNRESET');
});
