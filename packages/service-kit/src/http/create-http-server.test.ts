import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './create-http-server.ts';
import { refuseSocket } from './guard-sockets.ts';

const SHORT = { headMs: 200, requestMs: 400, silenceMs: 600, idleMs: 600, lookMs: 50 };
const MUCH = 'x'.repeat(32 * 1024 * 1024);

const servers: FastifyInstance[] = [];
const peers: Socket[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: Parameters<typeof createHttpServer>[0] = { deadlines: SHORT }): Promise<FastifyInstance> {
  const server = createHttpServer(options);
  servers.push(server);
  server.get('/', async () => 'answered');
  server.get('/much', async () => MUCH);
  server.post('/', async ({ body }) => body);
  server.post('/none', async ({ body }) => ({ isThere: body !== undefined }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return server;
}

async function open(server: FastifyInstance, sent: string | Buffer): Promise<Socket> {
  const peer = connect({ port: (server.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  peers.push(peer);
  peer.on('error', () => {});
  await once(peer, 'connect');
  if (sent.length > 0) peer.write(sent);
  return peer;
}

async function textOf(peer: Socket): Promise<string> {
  let text = '';
  peer.on('data', (chunk) => {
    text += chunk;
  });
  await once(peer, 'end');
  return text;
}

const UPGRADE = 'connection: upgrade\r\nupgrade: websocket\r\n';
const UPGRADES: [name: string, request: string][] = [
  ['a path of its own', `GET /x HTTP/1.1\r\nhost: a\r\n${UPGRADE}\r\n`],
  ['the path that is served', `GET / HTTP/1.1\r\nhost: a\r\n${UPGRADE}\r\n`],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n'],
];

test.each(UPGRADES)('a peer that resets after an upgrade is no uncaught error: %s', async (_name, request) => {
  const server = await serve({ deadlines: SHORT, takesUpgrade: () => true });
  const handedOver: Promise<unknown>[] = [];
  for (const event of ['upgrade', 'connect'] as const) {
    server.server.on(event, (_request, socket: Socket) => {
      socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
      // `once` of node:events listens for errors too.
      handedOver.push(new Promise((resolve) => socket.on('close', resolve)));
    });
  }
  const peer = await open(server, request);
  while (handedOver.length === 0) await new Promise(setImmediate);
  peer.resetAndDestroy();
  await Promise.all(handedOver);
  expect((await server.inject('/')).body).toBe('answered');
});

test('a socket that was refused is destroyed though its peer does not close', async () => {
  const server = await serve({ takesUpgrade: () => true });
  const { promise: handedOver, resolve: handOver } = Promise.withResolvers<Socket>();
  server.server.on('upgrade', (_request, socket: Socket) => {
    refuseSocket(socket, '404 Not Found', 100);
    handOver(socket);
  });
  const peer = await open(server, UPGRADES[0]?.[1] ?? '');
  const socket = await handedOver;
  expect(await textOf(peer)).toMatch(/^HTTP\/1.1 404 Not Found\r\n/);
  if (!socket.destroyed) await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

test('an upgrade that no one takes is answered as if it had not been asked for, with its body', async () => {
  const server = await serve();
  const body = '{"a":1}';
  const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  const peer = await open(
    server,
    `${head}connection: upgrade, http2-settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n\r\n${body}`,
  );
  const text = await textOf(peer);
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(text).toMatch(/\{"a":1\}$/);
});

test('a request that names the type of a body and has none is answered at once', async () => {
  const server = await serve({});
  const peer = await open(
    server,
    'POST /none HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n',
  );
  expect(await textOf(peer)).toContain('{"isThere":false}');
});

const STALLED: [name: string, sent: string | Buffer][] = [
  ['sends nothing', ''],
  ['sends half a head', 'GET / HTTP/1.1\r\nhost: a\r\n'],
  ['sends half a body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a'],
  ['sends the bytes of TLS', Buffer.from('16030100050100000100', 'hex')],
  ['offers a tunnel', 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n'],
  ['sends no request after its first', 'GET / HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\n'],
  ['reads no answer', 'GET /much HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['reads no answers', 'GET /much HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50)],
];

test.each(STALLED)('a peer that %s is cut off', async (_name, sent) => {
  const server = await serve();
  const taken = once(server.server, 'connection') as Promise<[Socket]>;
  await open(server, sent);
  const [socket] = await taken;
  if (!socket.destroyed) await once(socket, 'close').catch(() => {});
  expect(socket.destroyed).toBe(true);
});

test('a server that runs out of descriptors reports it, at most once in ten seconds, and goes on', async () => {
  const lines: string[] = [];
  const server = await serve({ faults: { error: (_fields, message) => lines.push(message) } });
  for (let count = 0; count < 100; count += 1) server.server.emit('error', new Error('accept EMFILE'));
  expect(lines).toEqual(['connections cannot be taken']);
});

test('a server that cannot listen rejects the promise of its caller', async () => {
  const first = await serve();
  const second = createHttpServer();
  servers.push(second);
  const { port } = first.server.address() as AddressInfo;
  await expect(second.listen({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE');
});

test('a peer that does not wait for answers is ended when too many of them are on their way', async () => {
  const server = createHttpServer({ deadlines: SHORT });
  servers.push(server);
  let begun = 0;
  server.get('/', () => {
    begun += 1;
    return new Promise(() => {});
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const taken = once(server.server, 'connection') as Promise<[Socket]>;
  await open(server, 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(200));
  const [socket] = await taken;
  if (!socket.destroyed) await once(socket, 'close').catch(() => {});
  expect(begun).toBe(16);
});
