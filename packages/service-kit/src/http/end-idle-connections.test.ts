import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { endIdleConnectionsOnClose } from './end-idle-connections.ts';

test('a request that runs when the close begins is answered, and its connection does not hold the close up', async () => {
  const server = fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 3_600_000 });
  endIdleConnectionsOnClose(server);
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  server.get('/', async () => {
    arrive();
    await mayAnswer;
    return 'answered';
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const asked = once(get(url, { agent }), 'response');
  await arrived;
  const closed = server.close();
  answer();
  const [response] = (await asked) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
  agent.destroy();
});

test('a connection on which nothing was sent yet does not hold the close up, and a request that runs goes on meanwhile', async () => {
  const server = fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 3_600_000 });
  endIdleConnectionsOnClose(server);
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  server.get('/', async () => {
    arrive();
    await mayAnswer;
    return 'answered';
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const asked = once(get(url), 'response');
  await arrived;
  const silent = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  await once(silent, 'connect');
  const closed = server.close();
  await once(silent, 'close');
  answer();
  const [response] = (await asked) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  await closed;
});
