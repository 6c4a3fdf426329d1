import { VRSCTEST } from './apply-recording.ts';
import { followRecording } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openSending } from './open-sending.ts';
import { openApi } from './query-api.ts';
import { SendingNode } from './sending-node.ts';

const QUERY = `query ($chainId: String, $method: String!, $params: String!) {
  nodeAnswer(chainId: $chainId, method: $method, params: $params) { text error { code message } }
}`;

let database: TestDatabase;
let node: SendingNode;
let sending: Awaited<ReturnType<typeof openSending>>;

beforeAll(async () => {
  database = await openDatabase();
  const follower = await followRecording('vrsctest-a', database.db, 10);
  await follower.step();
  await follower.close();
  node = await SendingNode.start();
  sending = await openSending(database, [node]);
});

beforeEach(() => {
  node.calls.length = 0;
  node.onOther = undefined;
});

afterAll(async () => {
  await sending.close();
  await node.stop();
  await database.close();
});

const ask = (method: string, params: unknown = []) =>
  sending.query(QUERY, { method, params: typeof params === 'string' ? params : JSON.stringify(params) });

test('a client gets the text of the followed node', async () => {
  node.onOther = () => ({ result: 0.25 });
  expect(await ask('estimatefee', [2])).toMatchObject({ data: { nodeAnswer: { text: '0.25', error: null } } });
  expect(node.calls.at(-1)).toEqual({ method: 'estimatefee', params: [2] });
});

test('and its refusals as values', async () => {
  node.onOther = () => ({ code: -8, message: 'Invalid chain name or chain ID' });
  const error = { code: -8, message: 'Invalid chain name or chain ID' };
  expect(await ask('getlastimportfrom', ['x'])).toMatchObject({ data: { nodeAnswer: { text: null, error } } });
});

test.each([
  ['getblock', [`${'ab'.repeat(32)}`, 2], -32_601],
  ['getrawtransaction', [`${'ab'.repeat(32)}`, 1], -32_601],
  ['sendrawtransaction', ['00'], -32_601],
  ['getwalletinfo', [], -32_601],
  ['GETINFO', [], -32_601],
  ['fundrawtransaction', ['00'], -8],
  ['verifysignature', [{ filename: '/etc/passwd', address: 'a@', signature: 's' }], -8],
  ['estimatefee', '{"a":1}', -32_600],
])('%s %j does not reach the node', async (method, params, code) => {
  expect(await ask(method, params)).toMatchObject({ data: { nodeAnswer: { text: null, error: { code } } } });
  expect(node.calls).toEqual([]);
});

test('a chain that the key does not read is not found', async () => {
  const { errors } = await sending.query(QUERY, { chainId: 'nochain', method: 'getinfo', params: '[]' });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  const found = await sending.query(QUERY, { chainId: VRSCTEST, method: 'getinfo', params: '[]' });
  expect(found.errors).toBeUndefined();
});

// The last one: the call keeps its place.
test('a silent node is NODE_UNAVAILABLE, and so is an installation that asks none', async () => {
  node.onOther = () => 'silent';
  const unavailable = { extensions: { code: 'NODE_UNAVAILABLE', canRetry: true } };
  expect((await ask('getdifficulty')).errors).toMatchObject([unavailable]);
  const api = await openApi(database.db);
  const { errors } = await api.query(QUERY, { method: 'getdifficulty', params: '[]' });
  expect(errors).toMatchObject([{ extensions: { code: 'NODE_UNAVAILABLE', canRetry: false } }]);
  await api.close();
});
