import { failure, ScriptedNode } from '#/verus-rpc/scripted-node.ts';
import { connectRawNodes, type RawNode } from './client-nodes.ts';

const STATUS = { name: 'node', info: null, error: null, answeredAt: null, chosen: true, failures: new Map() };
const reply = (members: object[]): string =>
  JSON.stringify(members.map((member, id) => ({ id, error: null, ...member })));
const notFound = { result: null, error: { code: -5, message: 'No information available about transaction' } };

async function withNode(server: ScriptedNode, use: (node: RawNode) => Promise<void>): Promise<void> {
  const nodes = connectRawNodes([{ url: server.url, user: 'u', password: 'p', timeoutMs: 200 }]);
  try {
    const [node] = nodes.inOrder([STATUS]);
    if (node === undefined) throw new Error('the chosen node is not listed');
    await use(node);
  } finally {
    await nodes.close();
    await server.stop();
  }
}

test('many transactions are one request; what the node has not is null, and what is no text is no bytes', async () => {
  const body = reply([{ result: 'ab01' }, notFound, { result: { hex: 'ab' } }, { result: 'nonsense' }]);
  const server = await ScriptedNode.start((_, response) => void response.end(body));
  await withNode(server, async (node) => {
    const bytes = await node.readRaw(['a', 'b', 'c', 'd']);
    expect(bytes.map((each) => each && Buffer.from(each).toString('hex'))).toEqual(['ab01', null, '', '']);
  });
  expect(server.bodies.map((sent) => JSON.parse(sent))).toEqual([
    ['a', 'b', 'c', 'd'].map((txid, id) => ({ id, method: 'getrawtransaction', params: [txid, 0] })),
  ]);
});

test.each([
  ['is silent', () => undefined],
  ['is starting', failure(-28, 'Loading block index...')],
  ['is cut off', (_: string, response: { destroy(): void }) => response.destroy()],
] as const)('a node that %s is asked once, whatever the number of transactions', async (_, answer) => {
  const server = await ScriptedNode.start(answer as never);
  await withNode(server, async (node) => {
    await expect(node.readRaw(['a', 'b', 'c', 'd'])).rejects.toMatchObject({ retryable: true });
  });
  expect(server.bodies).toHaveLength(1);
});
