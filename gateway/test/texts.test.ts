import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { buildSchema } from 'graphql';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { listTextPlaces, type TextPlace } from './text-arguments.ts';

const NULS = ['a\0', '\0'];
const HALVES = ['a\ud800b', '\udfff'];

const stand = new GatewayStand();
let places: TextPlace[] = [];
beforeAll(async () => {
  await stand.start();
  stand.keys.set(stand.testKey, { environment: KeyEnvironment.TEST, maySend: true });
  places = listTextPlaces(stand.supergraphs.graphs.current.apiSchema);
});
afterAll(() => stand.stop());
beforeEach(() => stand.reset());

const errorOf = ({ status, body }: Answer) => {
  // One extension too many fails the test.
  const { code, argument, ...more } = body.errors?.[0]?.extensions ?? {};
  return { status, code, argument, ...more };
};

const ask = ({ kind }: TextPlace, query: string, variables: Record<string, unknown> = {}): Promise<Answer> =>
  stand.query(query, variables, kind === 'subscription' ? { accept: 'text/event-stream' } : {});

test('texts are looked for in every argument, list and member of an input object that an operation can come to', () => {
  const schema = buildSchema(`
    input Outer { inner: [Inner!]! count: Int! }
    input Inner { label: String other: Outer kind: Kind! }
    enum Kind { A B }
    interface Node { id(of: ID!): String }
    type Leaf implements Node { id(of: ID!): String text(of: [String!]!, at: Int!): String }
    type Query { a(outer: Outer!, count: Int): [Node] }
    type Subscription { b(text: String): Leaf }
  `);
  const found = listTextPlaces(schema);
  expect(found.map(({ name }) => name)).toEqual([
    'Query.a(outer.inner.label)',
    'Leaf.id(of)',
    'Leaf.text(of)',
    'Subscription.b(text)',
    'Leaf.id(of)',
    'Leaf.text(of)',
  ]);
  expect(found[0]?.literal('x').replaceAll(/\s+/g, ' ')).toBe(
    'query { a(outer: { inner: [{ kind: A, label: "x" }], count: 1 }) { __typename } }',
  );
});

test('a text that cannot be stored is a VALIDATION_ERROR at every argument, as a literal and in a variable', async () => {
  const known = places.map(({ name }) => name);
  const some = ['Query.currencies(search)', 'Mutation.sendTransaction(hex)', 'Subscription.chainEvents(after)'];
  expect(known).toEqual(expect.arrayContaining(some));
  const answered: object[] = [];
  for (const place of places) {
    const literals = NULS.flatMap((text) => [place.literal(text), place.literal(text).replaceAll('\\u0000', '\0')]);
    for (const literal of literals) answered.push({ place: place.name, ...errorOf(await ask(place, literal)) });
    for (const text of [...NULS, ...HALVES]) {
      answered.push({ place: place.name, ...errorOf(await ask(place, place.query, { value: place.value(text) })) });
    }
  }
  const each = 2 * NULS.length + NULS.length + HALVES.length;
  const refused = ({ name, argument }: TextPlace) => ({ place: name, status: 400, code: 'VALIDATION_ERROR', argument });
  expect(answered).toEqual(places.flatMap((place) => Array(each).fill(refused(place))));
  expect(stand.requests()).toEqual([]);
});

test('half of a pair cannot be written in an operation: GraphQL has no such character', async () => {
  for (const half of ['\\ud800', '\ud800']) {
    const { status, body } = await stand.query(`{ currencies(search: "${half}") { totalCount } }`);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
  }
});

test('it is found in a default, in a variable that nothing uses, in a name of a member, and in operationName', async () => {
  const query = 'query A($s: String = "a") { currencies(search: $s) { totalCount } }';
  const inDefault = await stand.query(query.replace('"a"', '"\\u0000"'));
  expect(errorOf(inDefault)).toEqual({ status: 400, code: 'VALIDATION_ERROR', argument: 'search' });
  const unused = await stand.query(query, { other: { deep: ['\0'] } });
  expect(errorOf(unused)).toEqual({ status: 400, code: 'VALIDATION_ERROR', argument: 'other' });
  const named = await stand.query(query, { s: 'a', other: { '\0': 1 } });
  expect(errorOf(named)).toEqual({ status: 400, code: 'VALIDATION_ERROR', argument: 'other' });
  for (const operationName of ['A\0', '\ud800']) {
    const answer = await stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    });
    expect(errorOf(answer)).toEqual({ status: 400, code: 'VALIDATION_ERROR', argument: 'operationName' });
  }
  expect(stand.requests()).toEqual([]);
});

test('it is refused for a known operation too, and by GET', async () => {
  const query = 'query ($s: String) { currencies(search: $s) { totalCount } }';
  stand.subgraphs.currencies.resolvers = { Query: { currencies: () => ({ totalCount: 3 }) } };
  for (let time = 0; time < 3; time += 1) {
    expect((await stand.query(query, { s: 'a' })).body.data).toEqual({ currencies: { totalCount: 3 } });
  }
  const asked = stand.requests().length;
  const refused = { status: 400, code: 'VALIDATION_ERROR', argument: 'search' };
  expect(errorOf(await stand.query(query, { s: 'a\0' }))).toEqual(refused);
  const search = new URLSearchParams({ query, variables: JSON.stringify({ s: '\ud800' }) });
  const headers = { authorization: `Bearer ${stand.testKey}` };
  expect(errorOf(await stand.fetch(`/graphql?${search}`, { headers }))).toEqual(refused);
  expect(stand.requests()).toHaveLength(asked);
});
