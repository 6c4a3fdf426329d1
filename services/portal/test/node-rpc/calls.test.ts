import { LIVE_CHAIN, TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { rpcForFile, TIP } from './rpc-stand.ts';

const stand = rpcForFile();
let key: string;
beforeEach(() => {
  key = stand.keys.make({ environment: KeyEnvironment.TEST }).key;
});

const INTERNALS = /10\.0\.0|ECONN|node_modules|blocks\.|\.ts/;

test('JSON-RPC 1.0 has all three members, 2.0 either of two, and each as verusd has it for its kind', async () => {
  const answers = await Promise.all([
    stand.ask(key, '{"jsonrpc":"1.0","id":1,"method":"height","params":[]}'),
    stand.ask(key, '{"id":1,"method":"height"}'),
    stand.ask(key, '{"id":1,"method":"refuse"}'),
    stand.ask(key, '{"jsonrpc":"2.0","id":1,"method":"height"}'),
    stand.ask(key, '{"jsonrpc":"2.0","id":1,"method":"refuse"}'),
  ]);
  expect(answers).toEqual([
    [200, `{"result":${TIP},"error":null,"id":1}`],
    [200, `{"result":${TIP},"error":null,"id":1}`],
    [500, '{"result":null,"error":{"code":-5,"message":"Identity not found"},"id":1}'],
    [200, `{"jsonrpc":"2.0","result":${TIP},"id":1}`],
    [500, '{"jsonrpc":"2.0","error":{"code":-5,"message":"Identity not found"},"id":1}'],
  ]);
});

test('a list that is streamed has both forms too, also when it is empty', async () => {
  const list = (from: string) => stand.ask(key, `{${from}"id":"a","method":"heights","params":[2]}`);
  expect(await list('')).toEqual([200, '{"result":[0,1,2],"error":null,"id":"a"}']);
  expect(await list('"jsonrpc":"2.0",')).toEqual([200, '{"jsonrpc":"2.0","result":[0,1,2],"id":"a"}']);
  expect(await stand.outcome(key, 'heights', [-1])).toEqual([200, []]);
});

test.each([
  '1',
  '9007199254740993',
  '1.50',
  '-0',
  '1e400',
  '"text \\" \\u0000"',
  'null',
  'true',
  '[1,[2.0]]',
  '{"a":1.0,"__proto__":{"b":2},"constructor":null}',
])('an id comes back as it came: %s', async (id) => {
  const [, text] = await stand.ask(key, `{"id":${id},"method":"height"}`);
  expect(text).toBe(`{"result":${TIP},"error":null,"id":${id}}`);
});

test('of a repeated member the last one counts, and __proto__ is a name as others are', async () => {
  expect(await stand.ask(key, '{"id":1,"method":"refuse","method":"height","id":2}')).toEqual([
    200,
    `{"result":${TIP},"error":null,"id":2}`,
  ]);
  expect(await stand.ask(key, '{"__proto__":{"method":"height"},"id":1}')).toEqual([
    400,
    '{"result":null,"error":{"code":-32600,"message":"Missing method"},"id":1}',
  ]);
  for (const name of ['__proto__', 'constructor', 'toString']) expect((await stand.outcome(key, name))[0]).toBe(404);
});

test('a notification gets 204, and an answer only where its key does not work', async () => {
  const notify = '{"jsonrpc":"2.0","method":"refuse"}';
  expect(await stand.ask(key, notify)).toEqual([204, '']);
  expect(await stand.ask(key, `[${notify},${notify}]`)).toEqual([204, '']);
  expect((await stand.ask('lg_test_wrong', notify))[0]).toBe(401);
  const batch = `[${notify},{"id":2,"method":"height"},{"jsonrpc":"2.0","method":"heights","params":[5]}]`;
  expect(await stand.ask(key, batch)).toEqual([200, `[{"result":${TIP},"error":null,"id":2}]`]);
});

test('a batch is answered in its order, each call with its own error, streamed lists among them', async () => {
  const [status, text] = await stand.ask(key, [
    { id: 'a', method: 'heights', params: [1] },
    { id: 'b', method: 'nothing' },
    7,
    { jsonrpc: '2.0', id: 'c', method: 'echo', params: [1] },
    { id: 'd', method: 'fail' },
  ]);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual([
    { result: [0, 1], error: null, id: 'a' },
    { result: null, error: { code: -32_601, message: 'Method nothing not found' }, id: 'b' },
    { result: null, error: { code: -32_600, message: 'Invalid Request object' }, id: null },
    { jsonrpc: '2.0', result: [1], id: 'c' },
    {
      result: null,
      error: { code: -32_603, message: expect.stringMatching(/^Internal error\. Request \S+\.$/) },
      id: 'd',
    },
  ]);
  expect(text).not.toMatch(INTERNALS);
});

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

test.each([
  ['no JSON', '{"id":1', 500, -32_700],
  ['nothing', '', 500, -32_700],
  ['no UTF-8', Buffer.from([0x22, 0xff]).toString('latin1'), 500, -32_700],
  ['a number', '5', 500, -32_700],
  ['10,000 brackets', DEEP, 500, -32_700],
  ['an id of 10,000 brackets', `{"id":${DEEP},"method":"height"}`, 500, -32_700],
  ['an empty batch', '[]', 400, -32_600],
  ['101 calls', JSON.stringify(new Array(101).fill({ method: 'height' })), 400, -32_600],
  ['no method', '{"id":1}', 400, -32_600],
  ['a method that is no text', '{"id":1,"method":5}', 400, -32_600],
  ['parameters by name', '{"id":1,"method":"height","params":{"a":1}}', 400, -32_600],
  ['an unknown method', '{"id":1,"method":"stop"}', 404, -32_601],
])('what is no call is refused with the code and status of verusd: %s', async (_what, body, status, code) => {
  const [given, text] = await stand.ask(key, body);
  expect([given, JSON.parse(text).error.code]).toEqual([status, code]);
  // It learns no more without a key.
  expect((await stand.ask(undefined, body))[0]).toBe(401);
});

test('parameters may be absent or null, and keep the text of their numbers', async () => {
  for (const params of ['', ',"params":null', ',"params":[]'])
    expect((await stand.ask(key, `{"id":1,"method":"echo"${params}}`))[1]).toContain('"result":[]');
  expect((await stand.ask(key, '{"id":1,"method":"echo","params":[1.50,1e3,{"a":9007199254740993}]}'))[1]).toContain(
    '"result":[1.50,1e3,{"a":9007199254740993}]',
  );
});

test('the chain is named by i-address or name, in any case, and the path may end in a slash', async () => {
  for (const path of [TEST_CHAIN, `${TEST_CHAIN}/`, 'VRSCTEST', 'vrsctest/', `${TEST_CHAIN}?key=${key}`])
    expect([path, ...(await stand.outcome(key, 'height', [], { path }))]).toEqual([path, 200, TIP]);
});

test('an unknown chain, or one of the other environment, is not found', async () => {
  const live = stand.keys.make().key;
  for (const method of ['height', 'hash', 'heights']) {
    for (const path of ['iNone', '..%2Fgraphql'])
      expect([method, path, ...(await stand.outcome(key, method, [1], { path }))]).toEqual([method, path, 404, -8]);
  }
  expect(await stand.outcome(key, 'height', [], { path: LIVE_CHAIN })).toEqual([404, -8]);
  expect(await stand.outcome(live, 'height')).toEqual([404, -8]);
  expect(await stand.outcome(live, 'height', [], { path: LIVE_CHAIN })).toEqual([200, TIP]);
});

test('a key is taken as a bearer token or as the password of Basic authentication, and never from the URL', async () => {
  const basic = (text: string) => ({ headers: { authorization: `Basic ${Buffer.from(text).toString('base64')}` } });
  expect(await stand.outcome(undefined, 'height', [], basic(`anyone:${key}`))).toEqual([200, TIP]);
  expect(await stand.outcome(undefined, 'height', [], basic(`:${key}`))).toEqual([200, TIP]);
  const refusals: RequestInit[] = [
    {},
    basic(key),
    basic('anyone:'),
    basic(`anyone:${key}\r\nx: y`),
    basic(`anyone:${key} `),
    { headers: { authorization: 'Basic !' } },
    { headers: { authorization: 'Bearer lg_test_wrong' } },
  ];
  for (const init of refusals) {
    const response = await stand.post(undefined, { method: 'height' }, { path: `${TEST_CHAIN}?key=${key}`, ...init });
    expect([response.status, await response.json()]).toEqual([
      401,
      { result: null, error: { code: -32_001, message: expect.any(String) }, id: null },
    ]);
    expect(response.headers.get('www-authenticate')).toContain('Basic');
  }
});

test('other methods of HTTP are refused, and a preflight is answered', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const response = await fetch(`${stand.portal.url}/rpc/${TEST_CHAIN}`, { method });
    await response.text();
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
  }
  const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
  expect((await fetch(`${stand.portal.url}/rpc/${TEST_CHAIN}`, { method: 'OPTIONS', headers })).status).toBe(204);
});

test('a height is taken from the header or a last parameter, which counts more, and read as it was', async () => {
  const at = (height: string | undefined, ...params: unknown[]) =>
    stand.outcome(key, 'height', params, height === undefined ? {} : { headers: { 'x-ledgergraph-height': height } });
  expect(await at('77')).toEqual([200, 77]);
  expect(await at(undefined, { asof: 78 })).toEqual([200, 78]);
  expect(await at('77', { asof: 78 })).toEqual([200, 78]);
  expect(await at('0')).toEqual([200, 0]);
  expect(await at(String(TIP))).toEqual([200, TIP]);
  const headers = { 'x-ledgergraph-height': '5' };
  expect(await stand.outcome(key, 'heights', [9], { headers })).toEqual([200, [0, 1, 2, 3, 4, 5]]);
  expect(await stand.outcome(key, 'hash', [3], { headers })).toEqual([200, hashOf(3)]);
  expect(await stand.outcome(key, 'echo', [{ asof: 5, other: 1 }])).toEqual([200, [{ asof: 5, other: 1 }]]);
});

test.each(['-1', '1.5', '1e3', '', ' ', 'x', '99999999999999', String(TIP + 1)])(
  'a text that is no height, or a height above the tip, is refused: %s',
  async (height) => {
    const init = { headers: { 'x-ledgergraph-height': height } };
    expect(await stand.outcome(key, 'height', [], init)).toEqual([500, -8]);
    expect((await stand.outcome('lg_test_wrong', 'height', [], init))[0]).toBe(401);
  },
);

test.each([null, true, [5], { value: 5 }, -1, 1.5, {}])(
  'a parameter asof that is no height is refused: %j',
  async (asof) => {
    expect(await stand.outcome(key, 'height', [{ asof }])).toEqual([500, -8]);
  },
);
