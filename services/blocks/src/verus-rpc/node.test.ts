import type { EndpointOptions } from './endpoint.ts';
import {
  AuthenticationError,
  ConnectionError,
  MalformedResponseError,
  RpcTimeoutError,
  StoppingError,
  VerusRpcError,
  WarmingUpError,
  WorkQueueError,
} from './errors.ts';
import { VerusNode } from './node.ts';
import { type Answer, failure, result, ScriptedNode, text } from './scripted-node.ts';

const PASSWORD = 'hunter2-is-secret';
const block = (height: number): string =>
  `{"hash":"${String(height).padStart(64, '0')}","height":${height},"tx":[],"v":1.10000000}`;
const blocks: Answer = (body, response) => {
  const calls = JSON.parse(body) as { params: [string] }[];
  response.end(`[${calls.map((call) => `{"result":${block(Number(call.params[0]))},"error":null,"id":0}`).join(',')}]`);
};

let server: ScriptedNode;
let node: VerusNode;

async function serve(answers: Answer[], options: Partial<EndpointOptions> = {}): Promise<void> {
  server = await ScriptedNode.start(...answers);
  node = new VerusNode({
    url: server.url,
    user: 'u',
    password: PASSWORD,
    name: 'node-a',
    timeoutMs: 2_000,
    ...options,
  });
}

afterEach(async () => {
  await node.close();
  await server.stop();
});

test('a call uses Basic auth and a list of params, and its result is read', async () => {
  let authorization: string | undefined;
  await serve([
    (_body, response, request) => {
      authorization = request.headers.authorization;
      response.end('{"result":667,"error":null,"id":0}');
    },
  ]);
  expect(await node.getBlockCount()).toBe(667);
  expect(authorization).toBe(`Basic ${Buffer.from(`u:${PASSWORD}`).toString('base64')}`);
  expect(JSON.parse(server.bodies[0] ?? '')).toEqual({ id: 0, method: 'getblockcount', params: [] });
});

test('numbers keep their text', async () => {
  await serve([result('{"supply":50000000000.00000001}')]);
  expect(JSON.stringify(await node.getCurrency('X'))).toContain('50000000000.00000001');
});

test('a stopping node has its own error, and is not mistaken for a proxy without a node', async () => {
  const stopping = '<HTML><HEAD>\n<TITLE>503 Service Unavailable</TITLE>\n</HEAD></HTML>';
  await serve([text(stopping, 503), text('<html><h1>503 Service Unavailable</h1></html>', 503)], { retries: 0 });
  await expect(node.getBlockCount()).rejects.toThrow(new StoppingError('node-a', 'the node is stopping (HTTP 503)'));
  await expect(node.getBlockCount()).rejects.toThrow('HTTP 503 with a body that is no JSON');
});

test.each<[string, Answer]>([
  ['a node that warms up', failure(-28, 'Loading block index...')],
  ['a full work queue', text('Work queue depth exceeded', 500)],
  ['a body that is cut off', text('{"result":66')],
  ['an HTML page', text('<html>Bad gateway</html>', 502)],
  ['a connection that breaks', (_body, response) => response.destroy()],
])('%s is asked again', async (_what, answer) => {
  await serve([answer, answer, result('667')]);
  expect(await node.getBlockCount()).toBe(667);
  expect(server.bodies).toHaveLength(3);
});

test.each<[string, Answer, new (...args: never[]) => Error]>([
  ['warming up', failure(-28, 'Rescanning...'), WarmingUpError],
  ['work queue', text('Work queue depth exceeded', 500), WorkQueueError],
  ['cut off', text('[1,'), MalformedResponseError],
  ['broken connection', (_body, response) => response.destroy(), ConnectionError],
])('%s: after the last try its own error', async (_what, answer, type) => {
  await serve([answer], { retries: 1 });
  const error = await node.getBlockCount().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(type);
  expect(server.bodies).toHaveLength(2);
});

test('a call with wrong credentials is not retried, and no error contains the password', async () => {
  await serve([text('', 401)]);
  const error = await node.getBlockCount().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(server.bodies).toHaveLength(1);
  expect(`${(error as Error).message}${(error as Error).stack}${JSON.stringify(error)}`).not.toContain(PASSWORD);
});

test('a result of another shape is an error and not passed on', async () => {
  await serve([result('"many"')]);
  await expect(node.getBlockCount()).rejects.toThrow(MalformedResponseError);
});

test('a refusal of the daemon keeps its code and message, and is not retried', async () => {
  await serve([failure(-8, 'Block height out of range')]);
  const error = await node.getBlockHash(9).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(VerusRpcError);
  expect(error).toMatchObject({ code: -8, rpcMessage: 'Block height out of range', method: 'getblockhash' });
  expect(server.bodies).toHaveLength(1);
});

test('a call without a response in time is a timeout', async () => {
  await serve([() => undefined], { timeoutMs: 300, retries: 0 });
  await expect(node.getBlockCount()).rejects.toThrow(RpcTimeoutError);
});

test('blocks come as one batch, in order, requested by height as text', async () => {
  await serve([blocks]);
  const read = await node.getBlocks(3, 6);
  expect(read.map((one) => Number(one.hash))).toEqual([3, 4, 5, 6]);
  expect(server.bodies).toHaveLength(1);
  expect(JSON.parse(server.bodies[0] ?? '')[0].params).toEqual(['3', 2]);
});

test('a block is converted as it is read, and an error of the conversion is no fault of the node', async () => {
  const mark = new RangeError('not for us');
  await serve([blocks]);
  expect(await node.readBlocks(3, 4, ({ hash }) => Number(hash))).toEqual([3, 4]);
  const refuse = (): never => {
    throw mark;
  };
  await expect(node.readBlocks(3, 4, refuse)).rejects.toBe(mark);
  expect(server.bodies).toHaveLength(2);
});

test('a batch that takes too long is halved until it fits', async () => {
  const slow: Answer = (body, response, request) => {
    if ((JSON.parse(body) as unknown[]).length <= 2) blocks(body, response, request);
  };
  await serve([slow], { timeoutMs: 1_500, retries: 0 });
  expect((await node.getBlocks(0, 4)).map((one) => Number(one.hash))).toEqual([0, 1, 2, 3, 4]);
});

test('a batch that takes too long is not retried whole', async () => {
  const slow: Answer = (body, response, request) => {
    if ((JSON.parse(body) as unknown[]).length <= 1) blocks(body, response, request);
  };
  await serve([slow], { timeoutMs: 1_500, retries: 3 });
  await node.getBlocks(0, 1);
  expect(server.bodies).toHaveLength(3);
});

test('a batch whose response is cut off is halved until it fits', async () => {
  const cut: Answer = (body, response, request) => {
    if ((JSON.parse(body) as unknown[]).length <= 2) blocks(body, response, request);
    else response.end('[{"result":{"hash":');
  };
  await serve([cut], { retries: 0 });
  expect((await node.getBlocks(0, 4)).map((one) => Number(one.hash))).toEqual([0, 1, 2, 3, 4]);
});

test.each([
  ['in part', '[]'],
  ['with a member that is no reply', '[{"result":{},"error":null},7]'],
])('a batch answered %s fails whole', async (_what, body) => {
  await serve([text(body)], { retries: 0 });
  await expect(node.getBlocks(0, 1)).rejects.toThrow(MalformedResponseError);
});

test('a URL with credentials is refused', async () => {
  await serve([result('1')]);
  expect(() => new VerusNode({ url: 'http://u:p@localhost:1', user: '', password: '' })).toThrow(TypeError);
});
