import { createClient, createRouterTransport } from '@connectrpc/connect';
import { NodeService, RawTransactionFault } from '@ledgergraph/proto-schemas/chain/v1/node';
import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { type Answer, ScriptedNode, text } from '#/verus-rpc/scripted-node.ts';
import { fetchRaw } from './ask-indexer.ts';
import { connectNodeService } from './connect-node-service.ts';

const logger = createLogger('test', 'silent');
const TXIDS = ['ab'.repeat(32), 'cd'.repeat(32)];

async function outcomeOf(answer: Answer): Promise<unknown> {
  const server = await ScriptedNode.start(answer);
  try {
    const nodes = connectNodeService(server.url, 'a secret of the tests');
    if (nodes === undefined) throw new Error('a URL is given');
    return await fetchRaw(nodes, 'i1', TXIDS, logger);
  } finally {
    await server.stop();
  }
}

test.each<[string, Answer]>([
  ['does not let the caller in', text('{"error":"this port serves internal callers only"}', 401)],
  ['is older and does not know the call', text('', 404)],
  ['breaks the connection', (_body, response) => response.destroy()],
  ['fails', text('{"error":"internal error"}', 500)],
])('an indexer that %s gives no bytes', async (_, answer) => {
  expect(await outcomeOf(answer)).toEqual([{ kind: 'away' }, { kind: 'away' }]);
});

test('one that does not answer is given up before the request is over', async () => {
  expect(await withDeadline(new Deadline(700), () => outcomeOf(() => undefined))).toEqual([
    { kind: 'away' },
    { kind: 'away' },
  ]);
});

test('an answer that is short, or has a fault of a later version, gives what it has', async () => {
  const raw = new Uint8Array(3);
  const transport = createRouterTransport((router) =>
    router.service(NodeService, {
      fetchRawTransactions: ({ txids }) => ({
        transactions: [{ raw }, { fault: RawTransactionFault.BUSY }, { fault: 99 as never }].slice(0, txids.length),
      }),
    }),
  );
  const txids = [...TXIDS, 'ee'.repeat(32)];
  const outcomes = await fetchRaw(createClient(NodeService, transport), 'i1', txids, logger);
  expect(outcomes).toEqual([{ kind: 'raw', raw }, { kind: 'busy' }, { kind: 'away' }]);
});

test('more txids than one call takes are several calls', async () => {
  const lengths: number[] = [];
  const transport = createRouterTransport((router) =>
    router.service(NodeService, {
      fetchRawTransactions: ({ txids }) => {
        lengths.push(txids.length);
        return { transactions: txids.map((txid) => ({ raw: txid })) };
      },
    }),
  );
  const txids = Array.from({ length: 250 }, (_, index) => index.toString(16).padStart(64, '0'));
  const outcomes = await fetchRaw(createClient(NodeService, transport), 'i1', txids, undefined);
  expect(lengths).toEqual([100, 100, 50]);
  expect(outcomes).toEqual(txids.map((txid) => ({ kind: 'raw', raw: Uint8Array.from(Buffer.from(txid, 'hex')) })));
});
