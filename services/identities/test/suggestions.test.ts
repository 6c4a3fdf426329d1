import { inventAddress, inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { generateIdentities } from './generate-identities.ts';
import { type IndexedDatabase, openIndexedDatabase } from './indexed-database.ts';
import { readRecordedChain } from './recorded-chain.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const ALPHA = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
/** Pages of 8 kB. */
const PAGES_MAX = 100;

let indexed: IndexedDatabase;
let recorder: ReturnType<typeof recordStatements>;
let subgraph: Awaited<ReturnType<typeof openTestSubgraph>>;

beforeAll(async () => {
  indexed = await openIndexedDatabase();
  await indexed.announce(network);
  await indexed.apply(network, blocks);
  recorder = recordStatements(indexed.db);
  subgraph = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db: recorder.db,
    loaders: createLoaders,
  });
});
afterAll(async () => {
  await subgraph.close();
  await indexed.close();
});

async function messageOf(name: string, asOf = ''): Promise<string | undefined> {
  const { errors } = await subgraph.ask(`query ($name: String!) { identity(identity: $name ${asOf}) { name } }`, {
    name,
  });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  return errors?.[0]?.message;
}

test.each([
  ['dleta', 'no identity dleta on VRSCTEST. Did you mean delta.VRSCTEST@?'],
  ['ALPHHA@', 'no identity ALPHHA@ on VRSCTEST. Did you mean alpha.VRSCTEST@?'],
  ['bta.vrsctest', 'no identity bta.vrsctest on VRSCTEST. Did you mean beta.VRSCTEST@ or eta.VRSCTEST@?'],
  ['sub1.tok9', 'no identity sub1.tok9 on VRSCTEST. Did you mean sub1.tok1@?'],
  ['sub1', 'no identity sub1 on VRSCTEST. Did you mean sub1.tok1@?'],
  ['nothing like that', 'no identity nothing like that on VRSCTEST'],
])('%s: near names that are registered are suggested', async (name, message) => {
  expect((await messageOf(name))?.replaceAll('.tok1.VRSCTEST@', '.tok1@')).toBe(message);
});

test('a name that is registered later than the block that is read is not suggested', async () => {
  expect(await messageOf('btea')).toContain('beta.VRSCTEST@');
  expect(await messageOf('btea', 'asOf: { height: 119 }')).toBe('no identity btea on VRSCTEST');
});

test('a request looks for few names, however many it asks for in vain', async () => {
  recorder.take();
  const names = Array.from({ length: 100 }, (_, index) => `dleta${index}`);
  const { errors } = await subgraph.ask('query ($names: [String!]!) { identitiesByName(names: $names) { name } }', {
    names,
  });
  expect(errors).toHaveLength(100);
  expect(recorder.take().filter(({ sql }) => sql.includes('identity_label'))).toHaveLength(3);
});

test('a name in vain costs probes of an index, on a chain of many names and near a parent of many too', async () => {
  const addresses = inventAddresses('IDENTITY', 'copy', 20_000);
  const holder = inventAddress('PUBLIC_KEY_HASH', 'holder');
  const tip = blocks.length - 1;
  await generateIdentities(indexed.db, { chainId, template: ALPHA, addresses, parentId: ALPHA, holder, tip });
  await indexed.db.$executeRawUnsafe(
    `INSERT INTO identity_label SELECT chain, identity_address, 1, convert_to('alpha', 'UTF8'), 5, ordinal, height
       FROM identity_label WHERE height > ${tip}`,
  );
  await indexed.db.$executeRawUnsafe('ANALYZE');
  for (const name of ['dleta', 'alphaa', 'n77777x7', 'abcdefghijklmnopqrst', 'name of twenty chars', 'x'.repeat(64)]) {
    recorder.take();
    await messageOf(name);
    const [statement] = recorder.take().filter(({ sql }) => sql.includes('identity_label'));
    if (statement === undefined) throw new Error('no suggestion was looked for');
    const { pages, plan } = await explainStatement(indexed.db, statement);
    // Only the small table `chain` may be read whole.
    expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"(?!chain")/);
    expect([name, pages < PAGES_MAX]).toEqual([name, true]);
  }
});
