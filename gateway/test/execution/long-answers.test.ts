import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AnswerRoom } from '#/subgraphs/answer-room.ts';
import { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { FakeSubgraph } from '../fake-subgraph.ts';

const MIB = 1024 * 1024;

const subgraph = new FakeSubgraph('blocks');
const room = new AnswerRoom(2 * MIB);
let client: SubgraphClient;
beforeAll(async () => {
  await subgraph.start();
  client = new SubgraphClient({ url: subgraph.url, timeoutMs: 30_000, room });
});
afterAll(async () => {
  await client.close();
  await subgraph.stop();
});

test('answers of subgraphs take a bounded number of bytes together: a long one fails where there is no room, a short one never', async () => {
  const finish: (() => void)[] = [];
  subgraph.intercept = ({ query }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"data":{"text":"${'x'.repeat(Number(query) * MIB)}`);
    finish.push(() => response.end('"}}'));
    return true;
  };
  const ask = (mib: number) => client.post(JSON.stringify({ query: String(mib) }), {});
  const first = ask(2);
  await waitFor(() => room.bytes > MIB, { what: 'most of the first answer' });
  await expect(ask(1)).rejects.toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' });
  const short = ask(0.1);
  await waitFor(() => finish.length === 3, { what: 'three requests' });
  for (const end of finish.splice(0)) end();
  expect([(await first).data?.text, (await short).data?.text]).toEqual([
    'x'.repeat(2 * MIB),
    'x'.repeat(Math.floor(0.1 * MIB)),
  ]);
  await waitFor(() => room.bytes === 0, { what: 'all room' });
  const again = ask(1);
  await waitFor(() => finish.length === 1, { what: 'the request' });
  finish[0]?.();
  expect((await again).errors).toEqual([]);
});
