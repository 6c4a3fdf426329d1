import { once } from 'node:events';
import type { Socket } from 'node:net';
import { KeyChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand, PEPPER } from '../gateway-stand.ts';
import { LimitedKeys } from '../limited-keys.ts';
import { FakeChain } from './fake-chain.ts';

const BLOCKS = 'subscription { chainEvents { ... on Event { cursor blockHeight } } }';
const STRANGERS = 5;
const UNREAD_MS = 500;

const stand = new GatewayStand({
  streamsPerKeyMax: 3,
  blockedMaxMs: UNREAD_MS,
  socketLimits: { strangersMax: 2 * STRANGERS, strangersPerAddressMax: STRANGERS },
});
const keys = new LimitedKeys(stand);
const chain = new FakeChain(stand);
const peers: SocketPeer[] = [];
const sockets = new Set<Socket>();
beforeAll(async () => {
  chain.open();
  await stand.start();
  stand.server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
});
afterAll(() => stand.stop());
beforeEach(() => {
  stand.reset();
  chain.open();
  stand.quotas.limit = 1_000n;
});
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.close();
  await waitFor(() => sockets.size === 0, { what: 'the end of all connections' });
});

async function open(key?: string): Promise<SocketPeer> {
  const peer = await SocketPeer.open(stand.url);
  peers.push(peer);
  if (key === undefined) return peer;
  peer.init(key);
  await waitFor(() => peer.received.length > 0, { what: 'the acknowledgement' });
  return peer;
}

const results = ({ received }: SocketPeer) => received.filter(({ type }) => type === 'next');
const closed = (peer: SocketPeer) => waitFor(() => peer.closeCode, { what: 'the close of a socket' });

/** @returns when the gateway has heard of it */
async function change(key: string): Promise<void> {
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

async function subscribed(key: string): Promise<SocketPeer> {
  const peer = await open(key);
  peer.subscribe('a', BLOCKS);
  await waitFor(async () => chain.grow().then(() => results(peer).length > 0), { what: 'an event' });
  await waitFor(() => heightOf(results(peer).at(-1)) === chain.height, { what: 'the events of all blocks' });
  return peer;
}

function heightOf(result: { payload?: unknown } | undefined): number | undefined {
  const height = (result?.payload as { data?: { chainEvents?: { blockHeight: string } } })?.data?.chainEvents
    ?.blockHeight;
  return height === undefined ? undefined : Number(height);
}

describe('a key that does not work any more', () => {
  const ENDS: [name: string, code: string, end: (key: string) => void][] = [
    ['was revoked', 'UNAUTHORIZED', (key) => stand.keys.delete(key)],
    ['has expired', 'UNAUTHORIZED', (key) => Object.assign(stand.keys.get(key) ?? {}, { expiresAt: 1n })],
    [
      'is bound to other addresses',
      'FORBIDDEN',
      (key) => Object.assign(stand.keys.get(key) ?? {}, { allowedNetworks: ['10.0.0.0/8'] }),
    ],
  ];

  test.each(ENDS)('%s: no further event is sent or paid, and the socket closes', async (_name, code, end) => {
    const { key, id } = keys.make({ month: 1_000n });
    const peer = await subscribed(key);
    const before = results(peer).length;
    end(key);
    await change(key);
    await chain.grow(5);
    expect(await closed(peer)).toBe(4403);
    const after = results(peer).slice(before) as { payload: { data?: object; errors?: object[] } }[];
    expect(after.map(({ payload }) => [payload.data, payload.errors])).toEqual([
      [undefined, [expect.objectContaining({ extensions: expect.objectContaining({ code }) })]],
    ]);
    expect(await keys.reported(id, before)).toEqual({ ANSWERED: before });
  });

  test.each(ENDS)('%s: a socket without a subscription closes too', async (_name, _code, end) => {
    const { key } = keys.make();
    const peer = await open(key);
    end(key);
    await change(key);
    expect(await closed(peer)).toBe(4403);
  });

  test.each(ENDS)('%s: it cannot subscribe over the socket that it has open', async (_name, _code, end) => {
    const { key } = keys.make();
    const peer = await open(key);
    end(key);
    await change(key);
    peer.subscribe('late', BLOCKS);
    expect(await closed(peer)).toBe(4403);
    expect(results(peer)).toEqual([]);
  });
});

test('subscriptions that come in one burst are bounded by the plan', async () => {
  const peer = await open(keys.make().key);
  for (let count = 0; count < 60; count += 1) peer.subscribe(`s${count}`, BLOCKS);
  const refused = () => Array.from({ length: 60 }, (_, count) => peer.errorOf(`s${count}`)).filter((code) => code);
  await waitFor(() => refused().length >= 57, { what: 'the refusals' });
  await waitFor(
    async () => {
      await chain.grow();
      return results(peer).length >= 3;
    },
    { what: 'events of the others' },
  );
  expect(refused()).toEqual(Array.from({ length: 57 }, () => 'RATE_LIMITED'));
  expect(new Set(results(peer).map(({ id }) => id)).size).toBe(3);
});

test('the room of a stream goes back when its socket vanishes, however far it has come', async () => {
  const { key } = keys.make();
  for (let round = 0; round < 10; round += 1) {
    const peer = await open(key);
    for (let count = 0; count < 3; count += 1) peer.subscribe(`s${count}`, BLOCKS);
    if (round % 2 === 0)
      await waitFor(async () => chain.grow().then(() => results(peer).length > 0), { what: 'an event' });
    peer.reset();
  }
  await waitFor(
    async () => {
      const peer = await open(key);
      peer.subscribe('s', BLOCKS);
      await chain.grow(2);
      await waitFor(async () => chain.grow().then(() => results(peer).length > 0 || peer.errorOf('s')), {
        what: 'an answer',
      });
      const isOpen = peer.errorOf('s') === undefined;
      peer.close();
      return isOpen;
    },
    { what: 'room' },
  );
});

const FLOODS: [name: string, message: string][] = [
  ['pings of the protocol', JSON.stringify({ type: 'ping', payload: { filler: 'x'.repeat(60_000) } })],
  [
    'subscriptions that are refused',
    JSON.stringify({ id: 'i', type: 'subscribe', payload: { query: `{ ${'x '.repeat(20_000)}` } }),
  ],
];

test.each(FLOODS)('a peer that sends %s and reads nothing is held up and cut off', async (_name, message) => {
  const { key } = keys.make();
  const peer = await open(key);
  const [socket] = sockets;
  peer.stopReading();
  let mostUnread = 0;
  // This many answers are more than the system's buffers hold.
  for (let sent = 0; sent < 1_500 && socket?.destroyed === false; sent += 1) {
    peer.send(message);
    if (sent % 10 === 0) await new Promise(setImmediate);
    mostUnread = Math.max(mostUnread, socket.writableLength);
  }
  if (socket?.destroyed === false) await once(socket, 'close').catch(() => {});
  expect(mostUnread).toBeLessThan(1024 * 1024);
});

test('a peer that sends more messages at once than any client is cut off', async () => {
  const peer = await open(keys.make().key);
  for (let count = 0; count < 20_000; count += 1) peer.send('{"type":"pong"}');
  expect(await closed(peer)).toBe(1008);
});

test('a peer that sends fast is slowed down, and served', async () => {
  const peer = await open(keys.make().key);
  const pings = 900;
  for (let count = 0; count < pings; count += 1) peer.send('{"type":"ping"}');
  await waitFor(() => peer.received.filter(({ type }) => type === 'pong').length === pings, { what: 'all pongs' });
  expect(peer.closeCode).toBeUndefined();
});

test('sockets that have shown no key are bounded for an address, and room comes back', async () => {
  const waiting: SocketPeer[] = [];
  for (let count = 0; count < STRANGERS; count += 1) waiting.push(await open());
  await expect(open()).rejects.toThrow('429');
  waiting[0]?.init(keys.make().key);
  await waitFor(() => waiting[0]?.received.length === 1, { what: 'the acknowledgement' });
  await open();
  expect(await Promise.all(waiting.slice(1).map(closed))).toEqual([4408, 4408, 4408, 4408]);
});

test('a peer without a key cannot go on sending', async () => {
  const peer = await open();
  for (let count = 0; count < 50; count += 1) peer.send('{"type":"ping"}');
  expect(await closed(peer)).toBe(4401);
});

test('the sockets of a key are bounded', async () => {
  const { key } = keys.make();
  for (let count = 0; count < 6; count += 1) await open(key);
  const peer = await open();
  peer.init(key);
  expect(await closed(peer)).toBe(1013);
});

const FAULTS: [name: string, code: number, message: string][] = [
  ['no JSON', 4400, 'x'],
  ['a message that only servers send', 4400, '{"type":"connection_ack"}'],
  ['an unknown type', 4400, '{"type":"nonsense"}'],
  [
    'a subscription with an endless id',
    4400,
    JSON.stringify({ id: 'i'.repeat(200), type: 'subscribe', payload: { query: BLOCKS } }),
  ],
  ['a text that is too long', 1009, 'x'.repeat(70_000)],
];

test.each(FAULTS)(
  'what the peer does wrong is at most one line of the log, by the logger: %s',
  async (_name, code, message) => {
    const written: unknown[] = [];
    // Libraries may write to it.
    const { console } = globalThis;
    const spies = (['error', 'warn', 'log', 'info'] as const).map((level) => {
      const original = console[level];
      console[level] = (...words: unknown[]) => void written.push(words);
      return () => {
        console[level] = original;
      };
    });
    try {
      const peer = await open(keys.make().key);
      stand.logLines.length = 0;
      for (let count = 0; count < 300; count += 1) peer.send(message);
      expect(await closed(peer)).toBe(code);
      expect(written).toEqual([]);
      const lines = stand.logLines.map((line) => JSON.parse(line) as { level: number });
      expect(lines.length).toBeLessThanOrEqual(1);
      // Strangers must not fill a log.
      expect(lines.every(({ level }) => level <= 20)).toBe(true);
    } finally {
      for (const restore of spies) restore();
    }
  },
);

test('an id can be used again as soon as its subscription is completed, also before its stream has ended', async () => {
  // Streams that are still being opened count for the key, too.
  const peer = await open(keys.make({ plan: { id: 'many', streamsPerKey: 30 } }).key);
  for (let round = 0; round < 20; round += 1) {
    peer.subscribe('a', BLOCKS);
    if (round % 2 === 0) {
      const before = results(peer).length;
      await waitFor(async () => chain.grow().then(() => results(peer).length > before), { what: 'an event' });
    }
    peer.send({ id: 'a', type: 'complete' });
  }
  peer.subscribe('a', BLOCKS);
  const before = results(peer).length;
  await waitFor(async () => chain.grow().then(() => results(peer).length > before), { what: 'an event of the last' });
  expect(peer.closeCode).toBeUndefined();
});

test('an id that is in use is refused', async () => {
  const peer = await open(keys.make().key);
  peer.subscribe('a', BLOCKS);
  await waitFor(async () => chain.grow().then(() => results(peer).length > 0), { what: 'an event' });
  peer.subscribe('a', BLOCKS);
  expect(await closed(peer)).toBe(4409);
});
