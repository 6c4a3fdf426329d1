import { HTTP_PEERS } from '@ledgergraph/test-kit/peers/http-peers';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AbusedStack, type Listener } from './abused-stack.ts';

const MEGABYTE = 1024 * 1024;
/** A flood may cost a gateway far less than itself. */
const MEMORY_MAX = 120 * MEGABYTE;
const HELD_MAX_MS = 120_000;
const FLOOD_BYTES = 400 * MEGABYTE;
const SUBSCRIPTION = 'subscription { chainEvents { ... on Event { cursor } } }';

let abused: AbusedStack;
beforeAll(async () => {
  abused = await AbusedStack.start();
});
afterAll(async () => {
  await abused?.stack.stop();
});
afterEach(() => {
  expect(abused.ended()).toEqual([]);
});

const key = () => abused.stack.address.keys.test;

test('every listener outlives every peer, and lets go of each', async () => {
  const listeners = abused.listeners();
  expect(listeners.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'gateway',
      'blocks-api',
      'blocks-indexer',
      'accounts-api',
      'webhooks-api',
      'portal-api',
      'recorded-node',
    ]),
  );
  const held = new Map<Listener, Peer[]>();
  try {
    for (const listener of listeners) {
      const peers: Peer[] = [];
      held.set(listener, peers);
      for (const { act } of HTTP_PEERS) peers.push(...(await act(addressOf(listener.url), listener.path)));
      expect(await abused.answers(listener)).toBe(true);
    }
    for (const [listener, peers] of held) {
      await waitFor(async () => !(await abused.holds(listener, peers)), {
        what: `the end of all connections to ${listener.name}`,
        timeoutMs: 150_000,
      });
    }
  } finally {
    for (const peer of [...held.values()].flat()) peer.destroy();
  }
});

test('a flood of pings that are answered and not read costs a bounded amount, and ends', async () => {
  const before = await abused.memory('gateway');
  const ping = JSON.stringify({ type: 'ping', payload: { filler: 'x'.repeat(60_000) } });
  const floods = await Promise.all([undefined, key()].map((shown) => openSocket(shown)));
  for (const peer of floods) peer.stopReading();
  let most = 0;
  for (let sent = 0; sent < FLOOD_BYTES && floods.some(isOpen); sent += 2 * ping.length) {
    for (const peer of floods) peer.send(ping);
    await new Promise(setImmediate);
    if (sent % (20 * MEGABYTE) < 2 * ping.length) most = Math.max(most, await abused.memory('gateway'));
  }
  expect(most - before).toBeLessThan(MEMORY_MAX);
  await waitFor(async () => !(await abused.holds(abused.gateway, floods)), {
    what: 'the end of the floods',
    timeoutMs: HELD_MAX_MS,
  });
  for (const peer of floods) peer.close();
  expect(await abused.answers(abused.gateway)).toBe(true);
});

test('while a stranger holds 300 half-sent bodies for the dashboard, a signed-in person’s page is answered', async () => {
  const { url } = abused.gateway;
  const json = { origin: url, 'content-type': 'application/json' };
  const person = { name: 'Ann', email: `ann-${Date.now()}@example.org`, password: 'nine lemons on a sill' };
  const signedUp = await fetch(`${url}/dashboard/auth/sign-up/email`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(person),
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const peers = await Promise.all(Array.from({ length: 300 }, () => Peer.open(addressOf(url))));
  for (const peer of peers)
    peer.send(
      'POST /dashboard/auth/sign-in/email HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 16384\r\n\r\n{',
    );
  await waitFor(() => peers.some((peer) => peer.read().startsWith('HTTP/1.1 429 ')), { what: 'a refusal' });
  const pages = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${url}/dashboard/api/me`, { headers: { cookie } })),
  );
  expect(pages.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(peers.filter((peer) => !peer.isClosed).length).toBeGreaterThan(0);
  for (const peer of peers) peer.destroy();
});

test('a burst of subscriptions with new texts is refused, and no other client waits for it', async () => {
  const peer = await openSocket(key());
  // More than a key may ask for in a minute, even on a slow machine.
  const texts = 1_500;
  for (let count = 0; count < texts; count += 1) {
    peer.subscribe(`s${count}`, `subscription N${count} { chainEvents(after: "bad") { ... on Event { cursor } } }`);
  }
  const answered = abused.stack.query('live', '{ networks { name } }');
  await waitFor(() => peer.received.filter(({ type }) => type === 'error').length === texts, { what: 'all answers' });
  const codes = new Set(Array.from({ length: texts }, (_, count) => peer.errorOf(`s${count}`)));
  expect(codes).toEqual(new Set(['VALIDATION_ERROR', 'RATE_LIMITED']));
  expect((await answered).errors).toEqual([]);
  peer.close();
});

test('sockets that vanish, do not read, or never show a key, leave nothing behind', async () => {
  const peers: SocketPeer[] = [];
  for (let round = 0; round < 30; round += 1) {
    const peer = await openSocket(round % 2 === 0 ? key() : undefined);
    peers.push(peer);
    peer.subscribe('a', SUBSCRIPTION);
    if (round % 3 === 0) peer.reset();
    if (round % 3 === 1) peer.stopReading();
    if (round % 3 === 2) peer.socket.close();
  }
  peers.push(...(await Promise.all(Array.from({ length: 20 }, () => SocketPeer.open(abused.gateway.url)))));
  await waitFor(async () => !(await abused.holds(abused.gateway, peers)), {
    what: 'the end of all',
    timeoutMs: HELD_MAX_MS,
  });
  for (const peer of peers) peer.close();
});

function isOpen({ closeCode }: SocketPeer): boolean {
  return closeCode === undefined;
}

/** With a key it is acknowledged. A busy gateway closes one whose first message it reads too late. */
async function openSocket(shown: string | undefined): Promise<SocketPeer> {
  const open = () => SocketPeer.open(abused.gateway.url);
  if (shown === undefined) return open();
  let peer: SocketPeer | undefined;
  return waitFor(
    async () => {
      if (peer === undefined || !isOpen(peer)) {
        peer = await open();
        peer.init(shown);
      }
      return peer.received.length > 0 && peer;
    },
    { what: 'the acknowledgement' },
  );
}
