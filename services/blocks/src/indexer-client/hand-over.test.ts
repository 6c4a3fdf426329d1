import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { type Answer, ScriptedNode, text } from '#/verus-rpc/scripted-node.ts';
import { connectNodeService } from './connect-node-service.ts';
import { handOver } from './hand-over.ts';

const REQUEST = { chainId: 'i1', transaction: new Uint8Array(8), txid: 'ab'.repeat(32) };
const logger = createLogger('test', 'silent');

async function outcomeAt(url: string): Promise<string | undefined> {
  const nodes = connectNodeService(url, 'a secret of the tests');
  if (nodes === undefined) throw new Error('a URL is given');
  return (await handOver(nodes, REQUEST, logger)).case;
}

async function outcomeOf(answer: Answer): Promise<string | undefined> {
  const server = await ScriptedNode.start(answer);
  try {
    return await outcomeAt(server.url);
  } finally {
    await server.stop();
  }
}

test('an indexer that cannot be reached was given nothing', async () => {
  expect(await outcomeAt('http://127.0.0.1:1')).toBe('away');
});

test.each<[string, Answer]>([
  ['does not let the caller in', text('{"error":"this port serves internal callers only"}', 401)],
  ['does not know the call', text('', 404)],
])('one that %s was given nothing either', async (_, answer) => {
  expect(await outcomeOf(answer)).toBe('away');
});

test.each<[string, Answer]>([
  ['breaks the connection', (_body, response) => response.destroy()],
  ['fails', text('{"error":"internal error"}', 500)],
])('of one that %s it is not known what it did', async (_, answer) => {
  expect(await outcomeOf(answer)).toBe('unknown');
});

test('of one that does not answer before the request is over it is not known either', async () => {
  expect(await withDeadline(new Deadline(700), () => outcomeOf(() => undefined))).toBe('unknown');
});

test('an installation without the address of an indexer has no client', () => {
  expect(connectNodeService(undefined, 'a secret of the tests')).toBeUndefined();
});
