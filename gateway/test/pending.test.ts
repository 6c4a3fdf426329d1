import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { coded } from './fake-subgraph.ts';
import { type Answer, TEST_CHAIN, tip } from './gateway-stand.ts';
import { moveTip } from './move-tip.ts';
import { MARK, SENT, SendingStand } from './sending-stand.ts';

const POOL = '{ mempool { size } }';
const BLOCK = '{ block(height: 1) { hash size } }';
const INTROSPECTED = '{ block(height: 1) { hash } __schema { queryType { name } } }';

let cache: ResponseCache;
let stand: SendingStand;
beforeAll(async () => {
  cache = new ResponseCache({ bytesMax: 2 ** 20 });
  stand = new SendingStand({ cache });
  await stand.start();
});
afterAll(() => stand.stop());
beforeEach(async () => {
  stand.reset();
  stand.answer(() => SENT);
});

const fetches = (): number => stand.subgraphs.blocks.requests.length;
const pending = ({ body }: Answer): unknown => (body.extensions as { pending?: unknown } | undefined)?.pending;

/** The first goes to Apollo's server, the others are known operations. */
async function thrice(query: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let time = 0; time < 3; time++) answers.push(await stand.query(query));
  return answers;
}

test.each([
  ['of a type that is pending data', POOL],
  ['in which a subgraph reports pending data', BLOCK],
  ['that asks for the schema too', INTROSPECTED],
])('a response %s names the time at which the mempool was read, and is not cached', async (_what, query) => {
  stand.subgraphs.blocks.extensions = { pending: [MARK], secret: 'stays', cost: 1 };
  const before = cache.counts().entries;
  const answers = await thrice(query);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.body.errors).toBeUndefined();
    expect(pending(answer)).toEqual([MARK]);
    expect(Object.keys(answer.body.extensions ?? {})).toEqual(['chain', 'pending', 'cost']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.text).not.toContain('stays');
  }
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(fetches()).toBe(3);
  expect(cache.counts().entries).toBe(before);
});

test('by GET it has no tag', async () => {
  stand.subgraphs.blocks.extensions = { pending: [MARK] };
  const path = `/graphql?${new URLSearchParams({ query: BLOCK })}`;
  const accept = 'application/graphql-response+json';
  const answer = await stand.fetch(path, { headers: { authorization: `Bearer ${stand.testKey}`, accept } });
  expect([pending(answer), answer.headers.get('etag')]).toEqual([[MARK], null]);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

test('a request at a new serial of the mempool reads again what is pending, and not what is cached', async () => {
  const cached = await stand.query('{ block(height: 2) { hash } }');
  await stand.query(POOL);
  await moveTip(stand, tip(100, { poolSerial: 77n }));
  await waitFor(() => stand.follower.pins('TESTNET')[0]?.poolSerial === 77n, { what: 'the serial to be known' });
  const before = fetches();
  expect((await stand.query('{ block(height: 2) { hash } }')).text).toBe(cached.text);
  expect(fetches()).toBe(before);
  await stand.query(POOL);
  expect(stand.subgraphs.blocks.requests.at(-1)?.headers['x-ledgergraph-pins']).toMatch(/:77$/);
});

test.each([POOL, BLOCK.replace('1', '9')])('equal requests in flight share nothing of it: %s', async (query) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered = 0;
  stand.subgraphs.blocks.intercept = (_request, response) => {
    void held.then(() => {
      answered += 1;
      const data = { mempool: { size: String(answered) }, block: { hash: String(answered), size: answered } };
      response.end(JSON.stringify({ data, extensions: { pending: [MARK] } }));
    });
    return true;
  };
  const asked = Promise.all([stand.query(query), stand.query(query)]);
  await waitFor(() => fetches() >= 1, { what: 'a fetch' });
  // Where only the answer shows it, the second request waits for the first, and then asks itself.
  if (query === POOL) await waitFor(() => fetches() === 2, { what: 'both fetches' });
  release();
  const texts = (await asked).map(({ text }) => text);
  expect(fetches()).toBe(2);
  expect(new Set(texts).size).toBe(2);
});

test('a field of pending data with an error is not cached either', async () => {
  stand.subgraphs.blocks.resolvers = { Query: { mempool: () => coded('NOT_FOUND', 'no such chain') } };
  await thrice(POOL);
  expect(fetches()).toBe(3);
});

test('each chain has one mark, the oldest, in the order of their ids', async () => {
  const other = { chainId: 'iA', readAt: null, tipHeight: null, tipHash: null };
  const older = { ...MARK, readAt: '2026-11-24T06:59:59Z' };
  stand.subgraphs.blocks.extensions = { pending: [MARK, other, older] };
  expect(pending(await stand.query(POOL))).toEqual([other, older]);
});

test('marks of another form are a fault of ours: the answer could be taken for one of its block', async () => {
  stand.subgraphs.blocks.extensions = { pending: [{ chainId: TEST_CHAIN }] };
  const { body } = await stand.query(BLOCK);
  expect([body.data, body.errors?.[0]?.extensions.code]).toEqual([{ block: null }, 'INTERNAL_SERVER_ERROR']);
});

test('a response without pending data has no member for it', async () => {
  const { body } = await stand.query('{ block(height: 3) { hash } }');
  expect(Object.keys(body.extensions ?? {})).toEqual(['chain', 'cost']);
});
