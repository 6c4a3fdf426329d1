import { ResponseCache } from '#/response-cache/response-cache.ts';
import type { Answer } from '../gateway-stand.ts';
import { standForFile } from '../stand-for-file.ts';

const stand = standForFile(
  { cache: new ResponseCache({ bytesMax: 2 ** 20 }), cost: { max: 500 } },
  {
    Query: {
      blocks: (_: unknown, { limit }: { limit: number }) => ({
        blocks: Array.from({ length: Math.min(limit, 3) }, (_, height) => ({ height, hash: 'a'.repeat(64) })),
        hasMore: false,
      }),
    },
  },
);

const costOf = ({ headers, body }: Answer) => ({
  body: (body.extensions as { cost?: unknown } | undefined)?.cost,
  headers: ['estimated', 'actual', 'max'].map((name) => headers.get(`x-cost-${name}`)),
});

test('every answer reports its estimated and its actual cost, in its extensions and its headers', async () => {
  expect(costOf(await stand.query('{ blocks(limit: 20) { blocks { height } } }'))).toEqual({
    body: { estimated: 21, actual: 4, max: 500 },
    headers: ['21', '4', '500'],
  });
});

test('an answer that is sent again from memory reports the same', async () => {
  const first = await stand.query('{ again: blocks(limit: 2) { blocks { height } } }');
  const second = await stand.query('{ again: blocks(limit: 2) { blocks { height } } }');
  expect(stand.requests()).toHaveLength(1);
  expect(second.text).toBe(first.text);
  expect(costOf(second)).toEqual(costOf(first));
  expect(costOf(second).headers).toEqual(['3', '3', '500']);
});

test.each([
  ['a literal', '{ blocks(limit: 500) { blocks { height } } }', {}],
  ['a variable', 'query ($limit: Int) { blocks(limit: $limit) { blocks { height } } }', { limit: 2_147_483_647 }],
  ['the default of a variable', 'query ($limit: Int = 900) { blocks(limit: $limit) { blocks { height } } }', {}],
  ['the default of the argument', '{ blocks { blocks { transactions { totalCount transactions { fee } } } } }', {}],
  ['two that multiply', '{ blocks(limit: 30) { blocks { transactions(limit: 30) { transactions { fee } } } } }', {}],
])(
  'an operation that may cost too much is refused before it is planned or fetched: %s',
  async (_what, query, variables) => {
    const plans = stand.supergraphs.graphs.current.operations.size;
    const answer = await stand.query(query, variables);
    expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([400, 'COST_ESTIMATED_TOO_EXPENSIVE']);
    expect(costOf(answer)).toEqual({
      body: { estimated: expect.any(Number), max: 500 },
      headers: [expect.stringMatching(/^\d+$/), null, '500'],
    });
    expect([stand.supergraphs.graphs.current.operations.size, stand.requests().length]).toEqual([plans, 0]);
  },
);

test('the same operation passes with variables that ask for less', async () => {
  const query = 'query ($limit: Int) { few: blocks(limit: $limit) { blocks { height } } }';
  expect((await stand.query(query, { limit: 1_000 })).status).toBe(400);
  expect((await stand.query(query, { limit: 10 })).status).toBe(200);
});

test('a list that is looked up by a list of values is as long as that list', async () => {
  const query = 'query ($names: [String!]!) { identitiesByName(names: $names) { name } }';
  const estimated = async (text: string, names?: string[]) =>
    (costOf(await stand.query(text, { names })).body as { estimated: number }).estimated;
  expect(await estimated(query, ['alpha', 'beta', 'gamma'])).toBe(3);
  expect(await estimated(query, [])).toBe(0);
  expect(await estimated('{ identitiesByName(names: ["alpha", "beta"]) { name parent { name } } }')).toBe(4);
});

test.each(['walletUtxos', 'walletTransactions'])(
  'each address of a wallet costs something, however short the page is: %s',
  async (field) => {
    stand.subgraphs.addresses.resolvers = { Query: { [field]: () => ({ hasMore: false }) } };
    const query = `query ($addresses: [String!]!) { ${field}(addresses: $addresses, limit: 1) { hasMore } }`;
    const many = await stand.query(query, { addresses: Array<string>(300).fill('RAlice') });
    expect(costOf(many).body).toEqual({ estimated: 301, actual: 301, max: 500 });
    const tooMany = await stand.query(query, { addresses: Array<string>(600).fill('RAlice') });
    expect(tooMany.body.errors?.[0]?.extensions.code).toBe('COST_ESTIMATED_TOO_EXPENSIVE');
    expect(costOf(await stand.query(`{ ${field}(addresses: ["RAlice", "RBob"]) { hasMore } }`)).body).toMatchObject({
      estimated: 3,
    });
    expect(costOf(await stand.query(`{ ${field}(addresses: "RAlice") { hasMore } }`)).body).toMatchObject({
      estimated: 2,
    });
  },
);

test('fields without a value cost nothing: skipped, null', async () => {
  const query =
    'query ($no: Boolean!) { blocks(limit: 400) @skip(if: $no) { blocks { height } } __schema @skip(if: $no) { types { name } } __typename }';
  expect(costOf(await stand.query(query, { no: true })).body).toEqual({ estimated: 0, actual: 0, max: 500 });
  expect(costOf(await stand.query('{ block(height: 1) { hash } }')).body).toMatchObject({ estimated: 1, actual: 0 });
});

test('introspection costs four for each value, and one that multiplies the schema’s lists is refused', async () => {
  const few = '{ __schema { queryType { name } } none: __type(name: "Nothing") { name } }';
  expect(costOf(await stand.query(few)).body).toEqual({ estimated: 12, actual: 12, max: 500 });
  const answer = await stand.query('{ __schema { types { name } } }');
  expect([answer.status, answer.body.errors?.[0]?.extensions.code]).toEqual([400, 'COST_ESTIMATED_TOO_EXPENSIVE']);
});

test('a name of the client’s own costs its length wherever it stands', async () => {
  const query = `{ blocks(limit: 3) { blocks { ${'h'.repeat(252 * 4)}: height } } }`;
  // Three names of 1,012 characters and three values.
  expect(costOf(await stand.query(query)).body).toEqual({ estimated: 16, actual: 16, max: 500 });
});
