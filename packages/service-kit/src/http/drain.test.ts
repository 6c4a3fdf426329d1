import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { createHttpServer } from './create-http-server.ts';
import { isDraining } from './drain.ts';

let server: FastifyInstance;
let leave: () => void;
let isClosed: boolean;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeEach(async () => {
  isClosed = false;
  server = createHttpServer({ drainMs: 1 });
  server.get('/', async () => 'answered');
  const { promise: mayGo, resolve } = Promise.withResolvers<void>();
  leave = resolve;
  server.addHook('preClose', () => mayGo);
  await server.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.server.address() as AddressInfo);
});
afterEach(async () => {
  leave();
  await server.close();
});
afterAll(() => agent.destroy());

function ask(by?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: by ?? false }, resolve).on('error', reject);
  });
}

test('a server that is asked to close answers on all connections until it may go, and announces the end of each', async () => {
  const before = await ask(agent);
  expect([before.statusCode, before.headers.connection, await text(before)]).toEqual([200, 'keep-alive', 'answered']);
  expect(isDraining(server)).toBe(false);
  const closed = server.close().then(() => {
    isClosed = true;
  });
  for (const by of [agent, undefined, agent]) {
    const answer = await ask(by);
    expect([answer.statusCode, answer.headers.connection, await text(answer)]).toEqual([200, 'close', 'answered']);
  }
  expect([isDraining(server), isClosed]).toEqual([true, false]);
  leave();
  await closed;
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
