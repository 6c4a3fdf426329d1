import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { readAddresses } from './recorded-answers.ts';

const USED = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const NEVER_USED = 'RLZGsn91QRHk8LpJ3FLMh5gG3yqi4dNL66';
const FIELDS = 'address type balance received sent txCount utxoCount firstSeenHeight lastSeenHeight';
const MANY = `query ($addresses: [String!]!, $asOf: AsOf) { addresses(addresses: $addresses, asOf: $asOf) { ${FIELDS} } }`;
const ONE = `query ($address: String!, $asOf: AsOf) { address(address: $address, asOf: $asOf) { ${FIELDS} } }`;

const known = readAddresses('vrsctest-a').map(({ address }) => address);
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(readNormalizedBlocks('vrsctest-a'));
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

test.each([undefined, { height: 300 }])(
  'addresses are answered in the order asked, each as it is alone, asOf %p',
  async (asOf) => {
    const addresses = [...known.slice(0, 60), 'alpha@', NEVER_USED, ...known.slice(0, 5), 'alpha@'];
    const { data, errors } = await graph.ask(MANY, { addresses, asOf });
    expect(errors).toBeUndefined();
    const alone: Untyped[] = [];
    for (const address of addresses) alone.push((await graph.ask(ONE, { address, asOf })).data.address);
    expect(data.addresses).toEqual(alone);
    expect(new Set(alone.map(({ balance }) => balance)).size).toBeGreaterThan(5);
  },
);

test('what is no address is an error at its place, and costs no other', async () => {
  const addresses = [USED, 'nonsense', NEVER_USED, 'nosuchname@', 'a/b@', USED];
  const { data, errors = [] } = await graph.ask(
    'query ($addresses: [String!]!) { addresses(addresses: $addresses) { address } }',
    {
      addresses,
    },
  );
  expect(data.addresses).toEqual([{ address: USED }, null, { address: NEVER_USED }, null, null, { address: USED }]);
  expect(
    errors.map(({ path, extensions }) => ({ path, code: extensions.code, argument: extensions.argument })),
  ).toEqual([
    { path: ['addresses', 1], code: 'VALIDATION_ERROR', argument: 'addresses' },
    { path: ['addresses', 3], code: 'NOT_FOUND', argument: undefined },
    { path: ['addresses', 4], code: 'VALIDATION_ERROR', argument: 'addresses' },
  ]);
  expect(errors[0]?.message).toContain('addresses[1]');
});

test('none, a thousand, and one too many', async () => {
  expect((await graph.ask(MANY, { addresses: [] })).data).toEqual({ addresses: [] });
  expect((await graph.ask(MANY, { addresses: Array(1000).fill(USED) })).data.addresses).toHaveLength(1000);
  const { data, errors } = await graph.ask(MANY, { addresses: Array(1001).fill(USED) });
  expect(data).toEqual({ addresses: null });
  expect(errors?.[0]).toMatchObject({
    extensions: { code: 'VALIDATION_ERROR', argument: 'addresses' },
    path: ['addresses'],
  });
});

test('a hundred addresses take as many statements as one', async () => {
  const count = async (addresses: readonly string[]) => {
    const before = database.statements.length;
    expect((await graph.ask(MANY, { addresses })).errors).toBeUndefined();
    return database.statements.slice(before).filter((sql) => !/ FROM network\b/.test(sql)).length;
  };
  const ofOne = await count([known[0] ?? '']);
  expect(await count(known.slice(0, 100))).toBe(ofOne);
  // Names are looked up in a statement of their own.
  expect(await count([...known.slice(0, 98), 'alpha@', 'beta@'])).toBeLessThanOrEqual(ofOne + 1);
});

test('addresses of a chain that is not followed is NOT_FOUND', async () => {
  const { data, errors } = await graph.ask(
    `{ addresses(chainId: "iNoSuchChain", addresses: ["${USED}"]) { address } }`,
  );
  expect(data).toEqual({ addresses: null });
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});
