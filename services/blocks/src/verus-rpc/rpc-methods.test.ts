import { VerusNode } from './node.ts';
import { PASSED_METHODS, RPC_METHODS } from './rpc-methods.ts';
import { ScriptedNode } from './scripted-node.ts';

/** docs/verus/rpc.md#calls-that-are-never-sent */
const NEVER_SENT = ['gettxout', 'getchaintips'];

test('a node gets only the listed calls from us, and none of those that crash it', async () => {
  const sent = new Set<string>();
  const server = await ScriptedNode.start((body, response) => {
    for (const call of [JSON.parse(body)].flat()) sent.add(call.method);
    response.end('{"result":null,"error":{"code":-1,"message":"noted"},"id":0}');
  });
  const node = new VerusNode({ url: server.url, user: 'u', password: 'p', retries: 0 });
  const others = new Set(['constructor', 'name', 'close']);
  const calls = Object.getOwnPropertyNames(VerusNode.prototype).filter((name) => !others.has(name)) as 'getInfo'[];
  const argumentsOf: Record<string, unknown[]> = {
    getBlocks: [1, 2],
    readBlocks: [1, 2, () => undefined],
    readRawTransactions: [['x'], () => undefined],
    readRawBytes: [['x']],
  };
  for (const call of calls) {
    await expect((node[call] as (...args: unknown[]) => unknown)(...(argumentsOf[call] ?? ['x']))).rejects.toThrow(
      'noted',
    );
  }
  await node.close();
  await server.stop();
  expect([...sent].sort()).toEqual([...RPC_METHODS]);
  expect(NEVER_SENT.filter((method) => sent.has(method) || PASSED_METHODS.includes(method as never))).toEqual([]);
});
