import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';
import { openSubgraph, type Subgraph } from './subgraph.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const FIELDS = '{ identityAddress friendlyName status blockHeight history(limit: 1) { versions { version } } }';
const MANY = `query ($names: [String!]!, $asOf: AsOf) { identitiesByName(names: $names, asOf: $asOf) ${FIELDS} }`;
const ONE = `query ($name: String!, $asOf: AsOf) { identity(identity: $name, asOf: $asOf) ${FIELDS} }`;

let indexed: IndexedDatabase;
let subgraph: Subgraph;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  await indexed.apply(network, blocks);
  subgraph = await openSubgraph(indexed.db);
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

test.each([null, { height: 344 }, { height: 119 }])(
  'each place of identitiesByName is what identity answers for that name, errors included: as of %j',
  async (asOf) => {
    const names = ['beta', 'sub1.tok1@', 'not-registered', 'ALPHA.vrsctest@', 'al/pha', 'beta@', 'Räumschiff 7', ''];
    const { data, errors } = await subgraph.ask(MANY, { names, asOf });
    const expected = await Promise.all(names.map((name) => subgraph.ask(ONE, { name, asOf })));
    expect(data.identitiesByName).toEqual(expected.map((one) => one.data.identity));
    const faults = expected.flatMap((one, place) =>
      one.errors.map(({ message, extensions: { code, argument } }) => ({
        message: message.replace(/^identity: /, 'names: '),
        path: ['identitiesByName', place],
        extensions: { code, ...(argument === undefined ? {} : { argument: 'names' }) },
      })),
    );
    const byPlace = errors.toSorted((one, other) => Number(one.path?.[1]) - Number(other.path?.[1]));
    expect(byPlace).toMatchObject(faults);
    expect(faults.length).toBeGreaterThan(2);
  },
);

test('a thousand names are one statement, and one more is refused before any', async () => {
  const recorder = recordStatements(indexed.db);
  const { ask, close } = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db: recorder.db,
    loaders: createLoaders,
  });
  const names = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? `id${500 + index}` : 'alpha'));
  const query = 'query ($names: [String!]!) { identitiesByName(names: $names) { identityAddress } }';
  const { data } = await ask(query, { names });
  expect(data.identitiesByName[1].identityAddress).toBe(identityAddressOf(['alpha', 'VRSCTEST']));
  // Names near the first three missing ones are looked up separately.
  const lookUps = recorder.take().filter(({ sql }) => sql.includes('JOIN identity i ON'));
  expect(lookUps.filter(({ sql }) => !sql.includes('identity_label'))).toHaveLength(1);
  expect(lookUps.length).toBeLessThanOrEqual(1 + 3);

  const refused = await ask(query, { names: [...names, 'alpha'] });
  expect(refused.data).toEqual({ identitiesByName: null });
  expect(refused.errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'names' } }]);
  expect(recorder.take()).toEqual([]);
  await close();
});

test('no name at all is an empty list', async () => {
  expect(await subgraph.ask(MANY, { names: [] })).toEqual({ data: { identitiesByName: [] }, errors: [] });
});
