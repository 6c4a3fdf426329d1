import { call, NodesUnderTest, post, type Reply } from '../test/node-under-test.ts';

const nodes = new NodesUnderTest();
afterEach(() => nodes.stop());

test('speaks HTTP as the daemon does', async () => {
  const node = await nodes.start();
  const started = performance.now();
  expect(await post(node, '{}', 'wrong')).toEqual({ status: 401, type: 'text/html', text: '' });
  expect(performance.now() - started).toBeGreaterThan(240);
  expect((await fetch(node.url)).status).toBe(405);
  expect((await fetch(`${node.url}/elsewhere`, { method: 'POST' })).status).toBe(404);
  expect(await post(node, '{"id":7,"method":"getblockcount"}')).toEqual({
    status: 200,
    type: 'application/json',
    text: '{"result":667,"error":null,"id":7}\n',
  });
  const code = (text: string): number => JSON.parse(text).error.code;
  const refused = async (body: string): Promise<[number, number]> => {
    const { status, text } = await post(node, body);
    return [status, code(text)];
  };
  expect(await refused('{"id":1,')).toEqual([500, -32700]);
  expect(await refused('7')).toEqual([500, -32700]);
  expect(await refused('{"id":1,"method":"getblockhash","params":{"height":1}}')).toEqual([400, -32600]);
  expect(await refused('{"id":1,"params":[]}')).toEqual([400, -32600]);
  expect(await refused('{"id":1,"method":"toString","params":[]}')).toEqual([404, -32601]);
});

test('answers batches in order with an error per member, and an empty one with nothing', async () => {
  const node = await nodes.start();
  expect(await post(node, '[]')).toMatchObject({ status: 200, text: '[]\n' });
  const { status, text } = await post(
    node,
    '[{"id":"a","method":"getblockhash","params":[0]},{"id":"b","method":"getblockhash","params":[668]},3]',
  );
  const replies: Reply<string>[] = JSON.parse(text);
  expect(status).toBe(200);
  expect(replies.map(({ result, error }) => [result?.slice(0, 8), error?.code])).toEqual([
    ['027e3758', undefined],
    [undefined, -8],
    [undefined, -32600],
  ]);
});

test('fails in the ways a node fails, for as many requests as asked', async () => {
  const node = await nodes.start();
  node.setFault({ kind: 'warming-up', times: 1, message: 'Rescanning...' });
  expect(await call(node, 'getblockcount')).toMatchObject({
    status: 500,
    error: { code: -28, message: 'Rescanning...' },
  });
  node.setFault({ kind: 'work-queue-full', times: 1 });
  expect(await post(node, '{}')).toMatchObject({ status: 500, text: 'Work queue depth exceeded' });
  for (const kind of ['reset', 'truncated'] as const) {
    node.setFault({ kind, times: 1 });
    await expect(call(node, 'getblockcount')).rejects.toThrow();
  }
  node.setFault({ kind: 'malformed', times: 1 });
  const half = await post(node, '{"id":1,"method":"getblockcount"}');
  expect(half.status).toBe(200);
  expect(() => JSON.parse(half.text)).toThrow();
  node.setFault({ kind: 'rpc-error', times: 1 });
  expect(await call(node, 'getblockcount')).toMatchObject({ status: 500, error: { code: -1 } });
  node.setFault({ kind: 'damaged', times: 1 });
  const damaged = await call<{ tx: { txid: string }[] }>(node, 'getblock', '300', 2);
  expect(damaged.result.tx[0]?.txid).toBe('00'.repeat(32));
  node.setFault({ kind: 'silent' });
  const waited = fetch(node.url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(100) });
  await expect(waited).rejects.toThrow('timeout');
  node.setFault(null);
  node.setLatency(60);
  const started = performance.now();
  expect((await call(node, 'getblockcount')).result).toBe(667);
  expect(performance.now() - started).toBeGreaterThan(55);
});
