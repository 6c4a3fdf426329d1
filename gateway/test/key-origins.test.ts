import { once } from 'node:events';
import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import WebSocket from 'ws';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';
import { FakeChain } from './streams/fake-chain.ts';

const APP = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const EVIL = 'https://evil.example.net';
const QUERY = '{ networks { name } }';
const SUBSCRIPTION = 'subscription { chainEvents { __typename ... on Event { cursor blockHeight } } }';

const open = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }) });
const listed = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }), corsOrigins: [APP, OTHER] });
const chain = new FakeChain(listed);
const keys = new LimitedKeys(listed);
const keysOfOpen = new LimitedKeys(open);
beforeAll(async () => {
  chain.open();
  await Promise.all([open.start(), listed.start()]);
});
afterAll(async () => {
  await Promise.all([open.stop(), listed.stop()]);
});

const allowed = ({ headers }: Answer): string | null => headers.get('access-control-allow-origin');

function ask(stand: GatewayStand, origin: string | undefined, key: string): Promise<Answer> {
  return stand.fetch('/graphql', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(origin !== undefined && { origin }),
    },
    body: JSON.stringify({ query: QUERY }),
  });
}

describe('a key that names its origins', () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST, allowedOrigins: [APP] });

  test('works from their pages and from programs; pages of others get a refusal that they can read', async () => {
    for (let time = 0; time < 3; time++) {
      expect((await ask(listed, APP, key)).status).toBe(200);
      expect((await ask(listed, undefined, key)).status).toBe(200);
      const refused = await ask(listed, OTHER, key);
      expect([refused.status, allowed(refused)]).toEqual([403, OTHER]);
      expect(refused.body.errors).toMatchObject([
        { message: 'This API key may not be used from web pages of this origin.', extensions: { code: 'FORBIDDEN' } },
      ]);
      const outside = await ask(listed, EVIL, key);
      expect([outside.status, allowed(outside)]).toEqual([403, null]);
    }
  });

  test('a name that only looks alike is another origin', async () => {
    for (const origin of [
      `${APP}:444`,
      `${APP}.evil.example`,
      'http://app.example.com',
      'null',
      `${APP}, ${EVIL}`,
      APP.toUpperCase(),
    ]) {
      expect([origin, (await ask(listed, origin, key)).status]).toEqual([origin, 403]);
      const { key: strict } = keysOfOpen.make({ allowedOrigins: [APP] });
      expect([origin, (await ask(open, origin, strict)).status]).toEqual([origin, 403]);
    }
  });

  test('is refused before any unit is taken', async () => {
    const { key: live, id } = keys.make({ month: 10n, allowedOrigins: [APP] });
    listed.quotas.limit = 100n;
    const spent = listed.quotas.totalSpent();
    expect((await ask(listed, OTHER, live)).status).toBe(403);
    expect(await keys.reported(id, 1)).toEqual({ REJECTED: 1 });
    expect(listed.quotas.totalSpent()).toBe(spent);
  });
});

test('our own pages ask whatever the setting, with every key', async () => {
  const { key } = keys.make({ allowedOrigins: [APP] });
  expect((await ask(listed, new URL(listed.url).origin, key)).status).toBe(200);
});

describe('a WebSocket', () => {
  const connected = async (origin: string | undefined, key: string): Promise<string> => {
    const socket = new WebSocket(`${listed.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      ...(origin !== undefined && { origin }),
    });
    socket.on('error', () => {});
    const refused = once(socket, 'unexpected-response').then(([, response]) => {
      response.resume();
      return `HTTP ${response.statusCode}`;
    });
    const opened = once(socket, 'open').then(async () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
      const closed = once(socket, 'close').then(([code, reason]) => `${code} ${reason}`);
      const message = once(socket, 'message').then(([text]) => String(JSON.parse(String(text)).type));
      return Promise.race([message, closed]);
    });
    try {
      return await Promise.race([refused, opened]);
    } finally {
      socket.terminate();
    }
  };

  test('opens for pages that may ask, with keys that may be used there', async () => {
    const { key } = keys.make({ allowedOrigins: [APP] });
    expect(await connected(APP, key)).toBe('connection_ack');
    expect(await connected(undefined, key)).toBe('connection_ack');
    expect(await connected(new URL(listed.url).origin, key)).toBe('connection_ack');
    expect(await connected(OTHER, key)).toBe('4403 This API key may not be used from web pages of this origin.');
    expect(await connected(EVIL, listed.testKey)).toBe('HTTP 403');
  });
});

test('a stream ends when its key names other origins', async () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST });
  const response = await fetch(`${listed.url}/graphql`, {
    method: 'POST',
    headers: {
      origin: APP,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: SUBSCRIPTION }),
  });
  const text = response.text();
  const known = listed.keys.get(key);
  if (known === undefined) throw new Error('a key that was made');
  listed.keys.set(key, { ...known, allowedOrigins: [OTHER] });
  expect(await text).toContain('FORBIDDEN');
});
