import { buildClientSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from 'graphql';
import { SECRET } from './gateway-stand.ts';
import { standForFile } from './stand-for-file.ts';

const stand = standForFile();

/** From GraphQL Playground, Altair and older versions of Postman. */
const OLDER = getIntrospectionQuery({ typeDepth: 7 }).replace('IntrospectionQuery', 'Older');

test.each([
  ['GraphiQL and graphql-js', getIntrospectionQuery()],
  ['without descriptions', getIntrospectionQuery({ descriptions: false })],
  [
    'code generators',
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true }),
  ],
  ['Apollo', getIntrospectionQuery({ directiveIsRepeatable: true, specifiedByUrl: true, inputValueDeprecation: true })],
  ['older tools', OLDER],
  ['a client that adds the name of each type', getIntrospectionQuery().replaceAll('{\n', '{\n __typename\n')],
])('a whole introspection is answered: %s', async (_who, query) => {
  const { status, body } = await stand.query(query);
  expect([status, body.errors]).toEqual([200, undefined]);
  const sorted = lexicographicSortSchema(buildClientSchema(body.data as never));
  const served = (await stand.fetch('/api-schema', { headers: { 'x-ledgergraph-internal': SECRET } })).text;
  if (!query.includes('description')) expect(`${printSchema(sorted)}\n`.length).toBeLessThan(served.length);
  else expect(`${printSchema(sorted)}\n`.replaceAll(/\s+/g, ' ')).toBe(served.replaceAll(/\s+/g, ' '));
  expect((await stand.query(query)).body.data).toEqual(body.data);
});
