import { ResponseCache } from '#/response-cache/response-cache.ts';
import { SECRET, TEST_CHAIN } from '../gateway-stand.ts';
import { LimitedKeys, NETWORKS } from '../limited-keys.ts';
import { standForFile } from '../stand-for-file.ts';

const HASH = 'ab'.repeat(32);
const LEAVE = {
  'x-ledgergraph-page-max': '1000',
  'x-ledgergraph-pins': `${TEST_CHAIN}:7:${HASH}`,
  'x-ledgergraph-client-address': '203.0.113.9',
  'x-ledgergraph-client-host': 'api.example.org',
};
const OURS = { ...LEAVE, 'x-ledgergraph-internal': SECRET };

const stand = standForFile({}, { Query: { networks: () => [] } });
const keys = new LimitedKeys(stand);

const asked = async (headers: Record<string, string>) => {
  const { status, body, headers: answered } = await stand.query('{ networks { name } }', {}, headers);
  const [request] = stand.requests().splice(0);
  return {
    status,
    pageMax: request?.headers['x-ledgergraph-page-max'],
    pins: String(request?.headers['x-ledgergraph-pins']).split(':').slice(0, 3),
    height: body.extensions?.chain?.[0]?.height,
    team: answered.get('x-ledgergraph-team'),
  };
};

test('with the secret the portal reads larger pages, at a block that it names, and learns whose key it is', async () => {
  expect(await asked(OURS)).toEqual({
    status: 200,
    pageMax: '1000',
    pins: [TEST_CHAIN, '7', HASH],
    height: 7,
    team: expect.any(String),
  });
});

test.each([
  ['none', LEAVE],
  ['a wrong one', { ...LEAVE, 'x-ledgergraph-internal': `${SECRET}x` }],
])('with no secret, or a wrong one, these headers have no effect: %s', async (_what, headers) => {
  const plain = await asked({});
  expect(plain).toMatchObject({ status: 200, pageMax: undefined, height: 100, team: null });
  expect(await asked(headers)).toEqual(plain);
});

const FORGED = { 'x-ledgergraph-internal': 'guess' };
const statuses = async (key: string, terms: string, calls: number, headers: Record<string, string>) => {
  const answers = Array.from({ length: calls }, () =>
    keys.ask(key, NETWORKS, {
      'x-ledgergraph-client-address': '203.0.113.9',
      'x-ledgergraph-terms': terms,
      ...headers,
    }),
  );
  return (await Promise.all(answers)).map(({ status }) => status).sort();
};

test.each(['open', 'part'])(
  'a client’s call takes its unit of the month, whatever terms it names: %s',
  async (terms) => {
    stand.quotas.limit = 2n;
    const { key } = keys.make({ month: 2n });
    expect(await statuses(key, terms, 4, { 'x-ledgergraph-internal': SECRET })).toEqual([200, 200, 200, 200]);
    expect(await statuses(key, terms, 4, FORGED)).toEqual([200, 200, 429, 429]);
  },
);

test.each(['part', 'pay'])(
  'a client’s call takes its token of the second, whatever terms it names: %s',
  async (terms) => {
    stand.quotas.limit = 1_000n;
    const { key } = keys.make({ second: 1 });
    expect(await statuses(key, terms, 50, { 'x-ledgergraph-internal': SECRET })).toEqual(Array(50).fill(200));
    expect(await statuses(key, terms, 50, FORGED)).toContain(429);
  },
);

describe('with a cache', () => {
  const cached = standForFile({ cache: new ResponseCache({ bytesMax: 2 ** 20 }) }, { Query: { networks: () => [] } });

  test('a question at the latest block is as one of a client, whose answer is kept; at another block it is not', async () => {
    const ask = async (pin: string) => {
      const { 'x-ledgergraph-page-max': _, ...rest } = OURS;
      const before = cached.requests().length;
      const { body } = await cached.query('{ networks { chainId } }', {}, { ...rest, 'x-ledgergraph-pins': pin });
      return { asked: cached.requests().length - before, chain: body.extensions?.chain?.[0] };
    };
    const { chain } = await ask('');
    const latest = `${TEST_CHAIN}:${chain?.height}:${chain?.hash}`;
    expect(await ask(latest)).toEqual({ asked: 0, chain });
    for (const [height, hash] of [
      [7, HASH],
      [chain?.height, HASH],
    ])
      expect(await ask(`${TEST_CHAIN}:${height}:${hash}`)).toMatchObject({ asked: 1, chain: { height, hash } });
  });
});
