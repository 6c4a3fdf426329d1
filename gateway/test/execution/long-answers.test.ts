import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AnswerRoom } from '#/subgraphs/answer-room.ts';
import { turnsOfAll } from '#/subgraphs/request-turns.ts';
import { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { FakeSubgraph } from '../fake-subgraph.ts';

const MIB = 1024 * 1024;

const subgraph = new FakeSubgraph('blocks');
const room = new AnswerRoom({ longMax: 3 * MIB, shortMax: MIB });
let client: SubgraphClient;
beforeAll(async () => {
  await subgraph.start();
  client = new SubgraphClient({ url: subgraph.url, timeoutMs: 30_000, room, turns: turnsOfAll(8) });
});
afterAll(async () => {
  await client.close();
  await subgraph.stop();
});

const finish: (() => void)[] = [];
beforeEach(() => {
  finish.length = 0;
  subgraph.intercept = ({ query }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"data":{"text":"${'x'.repeat(Number(query) * MIB)}`);
    finish.push(() => response.end('"}}'));
    return true;
  };
});

const ask = (mib: number) => client.post(JSON.stringify({ query: String(mib) }), {});

test('answers of subgraphs take a bounded number of bytes together: a long one fails where there is no room, a short one never', async () => {
  const first = ask(1.9);
  await waitFor(() => room.bytes > MIB, { what: 'most of the first answer' });
  await expect(ask(1)).rejects.toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' });
  const short = ask(0.05);
  await waitFor(() => finish.length === 3, { what: 'three requests' });
  for (const end of finish) end();
  const answers = await Promise.all([first, short]);
  expect(answers.map(({ data }) => String(data?.text).length)).toEqual([1.9, 0.05].map((mib) => Math.floor(mib * MIB)));
  for (const { giveBack } of answers) giveBack?.();
  expect(room.bytes).toBe(0);
});

test('an answer has its room until its operation has ended: others that come meanwhile fail', async () => {
  const first = ask(1.5);
  await waitFor(() => finish.length === 1, { what: 'the first request' });
  finish[0]?.();
  const { giveBack } = await first;
  await expect(ask(1)).rejects.toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE' });
  giveBack?.();
  const again = ask(1);
  await waitFor(() => finish.length === 3, { what: 'the last request' });
  finish[2]?.();
  expect((await again).errors).toEqual([]);
});
