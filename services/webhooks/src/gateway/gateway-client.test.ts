import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayClient } from './gateway-client.ts';
import { GatewayRefusal } from './gateway-error.ts';

const REFUSED = { message: 'no such height', path: ['block'], extensions: { code: 'VALIDATION_ERROR' } };
/** Each piece is sent after the previous one has arrived. */
let answer: { type: string; text: string | string[] };
let server: Server;
let client: GatewayClient;

beforeAll(async () => {
  server = createServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': answer.type });
    for (const piece of [answer.text].flat()) {
      response.write(piece);
      // Long enough for a piece to be a separate chunk.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    response.end();
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

const chain = [{ chainId: 'i', height: 7, hash: 'ab' }];
const event = { id: 'e', type: 'BlockAdded' };

function openStream(cursor: string | null, pieces: string[]): ReturnType<GatewayClient['stream']> {
  answer = { type: 'text/event-stream', text: pieces };
  const subscription = { operation: 'subscription { x }', variables: {}, cursor, fromHeight: null, isFinalOnly: false };
  return client.stream(new Uint8Array(32), subscription, AbortSignal.timeout(10_000));
}

test.each([
  ['whole', ['id: c1\n\n', 'id: c2\nevent: next\ndata: EVENT\n\n']],
  ['with the first message in two pieces', ['id: c', '1\n\nid: c2\nevent: next\ndata: EVENT\n\n']],
  ['cut behind an id', ['id: c1\n\n', 'id: c2\n', 'event: next\ndata: EVENT\n\n']],
])('a stream that goes on from its cursor never passes an event before the event came: %s', async (_, pieces) => {
  const result = JSON.stringify({ data: { chainEvents: {} }, extensions: { chain, event } });
  const stream = openStream(
    'c1',
    pieces.map((piece) => piece.replace('EVENT', result)),
  );
  expect((await stream.next()).value).toEqual({ events: [], cursor: 'c1' });
  expect((await stream.next()).value).toMatchObject({ events: [{ cursor: 'c2' }], cursor: 'c2' });
});

test('an event that could not be read has no data, and its error', async () => {
  const result = { data: { chainEvents: null }, errors: [REFUSED], extensions: { chain, event } };
  const stream = openStream(null, [`id: c1\n\nid: c2\nevent: next\ndata: ${JSON.stringify(result)}\n\n`]);
  expect((await stream.next()).value).toEqual({ events: [], cursor: 'c1' });
  expect((await stream.next()).value).toMatchObject({
    cursor: 'c2',
    events: [{ cursor: 'c2', height: 7, data: null, errors: [REFUSED] }],
  });
});
