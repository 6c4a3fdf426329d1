import { type ListenerAddress, Peer } from './peer.ts';

export interface HostilePeer {
  name: string;
  act: (listener: ListenerAddress, path: string) => Promise<Peer[]>;
}

const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const PIPELINED = 500;
const MANY = 50;

function head(path: string, more = '', method = 'GET'): string {
  return `${method} ${path} HTTP/1.1\r\nhost: listener\r\n${more}`;
}

const HALF_BODY = 'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"query":';

/** A peer that vanishes, and one that stays and reads nothing, send each. */
const SENT: readonly [name: string, bytes: (path: string) => string | Buffer][] = [
  ['nothing', () => ''],
  ['half a head', (path) => head(path, 'accept: ')],
  ['half a body', (path) => head(path, HALF_BODY, 'POST')],
  [
    'a body in endless chunks',
    (path) => `${head(path, 'transfer-encoding: chunked\r\n\r\n', 'POST')}${'1\r\n{\r\n'.repeat(MANY)}`,
  ],
  ['a promise of a body', (path) => head(path, 'expect: 100-continue\r\ncontent-length: 10\r\n\r\n', 'POST')],
  ['a whole request', (path) => head(path, '\r\n')],
  ['many requests at once', (path) => head(path, '\r\n').repeat(PIPELINED)],
  ['a head without end', (path) => `${head(path)}${'x-filler: y\r\n'.repeat(5_000)}`],
  ['an upgrade', (path) => head(path, `${UPGRADE}\r\n`)],
  ['an upgrade elsewhere', () => head('/no/such/path', `${UPGRADE}\r\n`)],
  ['an upgrade with half a frame', (path) => head(path, `${UPGRADE}\r\n\x81`)],
  ['an upgrade to another protocol', (path) => head(path, 'connection: upgrade\r\nupgrade: h2c\r\n\r\n')],
  ['a tunnel', () => 'CONNECT elsewhere:1 HTTP/1.1\r\nhost: elsewhere:1\r\n\r\n'],
  ['the bytes of TLS', () => Buffer.from('160301020001000001fc0303', 'hex')],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP at all', () => Buffer.alloc(2_000, 0xff)],
];

/** A reset at once would overtake its own bytes. */
async function untilTaken(peer: Peer, listener: ListenerAddress): Promise<void> {
  // A connection that was opened after the bytes left is taken after them.
  const later = await Peer.open(listener);
  for (let turn = 0; turn < 20 || peer.unsent > 0; turn += 1) {
    if (turn > 1_000) break;
    await new Promise(setImmediate);
  }
  later.reset();
}

async function sendTo(listener: ListenerAddress, bytes: string | Buffer): Promise<Peer> {
  const peer = await Peer.open(listener);
  if (bytes.length > 0) peer.send(bytes);
  return peer;
}

/** At once, and when the listener has taken the bytes. */
const VANISHING: readonly HostilePeer[] = SENT.flatMap(([what, bytes]) => [
  {
    name: `sends ${what} and vanishes at once`,
    act: async (listener, path) => {
      (await sendTo(listener, bytes(path))).reset();
      return [];
    },
  },
  {
    name: `sends ${what} and vanishes later`,
    act: async (listener, path) => {
      const peer = await sendTo(listener, bytes(path));
      await untilTaken(peer, listener);
      peer.reset();
      return [];
    },
  },
]);

const STAYING: readonly HostilePeer[] = SENT.map(([what, bytes]) => ({
  name: `sends ${what} and stays, and reads nothing`,
  act: async (listener, path) => [await sendTo(listener, bytes(path))],
}));

const HALF_OPEN: readonly HostilePeer[] = SENT.map(([what, bytes]) => ({
  name: `sends ${what} and ends its half`,
  act: async (listener, path) => {
    const peer = await sendTo(listener, bytes(path));
    peer.end();
    return [peer];
  },
}));

export const HTTP_PEERS: readonly HostilePeer[] = [...VANISHING, ...HALF_OPEN, ...STAYING];
