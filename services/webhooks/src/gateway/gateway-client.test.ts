import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayClient } from './gateway-client.ts';
import { GatewayRefusal } from './gateway-error.ts';

const REFUSED = { message: 'no such height', path: ['block'], extensions: { code: 'VALIDATION_ERROR' } };
let answer: { type: string; text: string };
let server: Server;
let client: GatewayClient;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': answer.type }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new GatewayClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'a-secret-of-the-tests');
});
afterAll(async () => {
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (result: object): Promise<unknown> => {
  answer = { type: 'application/json', text: JSON.stringify(result) };
  return client.ask(new Uint8Array(32), '{ block { time } }', {});
};

test.each([[null], [{ block: null }], [{ block: null, syncState: null }]])(
  'an answer whose only content is an error is that error: %j',
  async (data) => {
    await expect(ask({ data, errors: [REFUSED] })).rejects.toThrow(
      expect.objectContaining({ name: 'GatewayRefusal', code: 'VALIDATION_ERROR', message: 'no such height' }),
    );
    await expect(ask({ data, errors: [REFUSED] })).rejects.toBeInstanceOf(GatewayRefusal);
  },
);

test('a null without an error, and data beside an error, are answers', async () => {
  expect(await ask({ data: { block: null } })).toEqual({ data: { block: null } });
  const partial = { data: { block: null, networks: [] }, errors: [REFUSED] };
  expect(await ask(partial)).toEqual(partial);
});

test('an event that could not be read has no data, and its error', async () => {
  const chain = [{ chainId: 'i', height: 7, hash: 'ab' }];
  const result = {
    data: { chainEvents: null },
    errors: [REFUSED],
    extensions: { chain, event: { id: 'e', type: 'BlockAdded' } },
  };
  answer = { type: 'text/event-stream', text: `id: c1\n\nid: c2\nevent: next\ndata: ${JSON.stringify(result)}\n\n` };
  const subscription = { operation: 'subscription { x }', variables: {}, cursor: null, fromHeight: null };
  const stream = client.stream(
    new Uint8Array(32),
    { ...subscription, isFinalOnly: false },
    AbortSignal.timeout(10_000),
  );
  expect((await stream.next()).value).toEqual({ events: [], cursor: 'c1' });
  expect((await stream.next()).value).toMatchObject({
    cursor: 'c2',
    events: [{ cursor: 'c2', height: 7, data: null, errors: [REFUSED] }],
  });
});
