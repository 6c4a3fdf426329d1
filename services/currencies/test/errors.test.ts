import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { definitions } from '#/db/tables.ts';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { readRecordedChain } from './recorded-chain.ts';

const vrsctest = readRecordedChain('vrsctest-a');
const pchain = readRecordedChain('pchain-a');
const VRSCTEST = vrsctest.network.chainId;
const PCHAIN = pchain.network.chainId;
const UNKNOWN = 'i3UXS5QPRQGNRDDqVnyWTnmFCTHDbzmsYk';

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  await database.apply(vrsctest.network, vrsctest.blocks.slice(0, 300));
  await database.apply(pchain.network, pchain.blocks.slice(0, 3));
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function fault(query: string) {
  const { errors } = await graph.ask(query);
  expect(errors).toHaveLength(1);
  return [errors?.[0]?.extensions.code, errors?.[0]?.extensions.argument, errors?.[0]?.path?.join('.')];
}

test.each([
  ['{ currency(currency: "nosuch") { name } }', 'currency'],
  [`{ currency(currency: "${UNKNOWN}") { name } }`, 'currency'],
  ['{ currency(currency: "tok1", asOf: { height: 187 }) { name } }', 'currency'],
  ['{ currencyState(currency: "nosuch") { supply } }', 'currencyState'],
  ['{ currencies(reserveCurrency: "nosuch") { totalCount } }', 'currencies'],
  ['{ currencyState(currency: "basket1", asOf: { height: 231 }) { supply } }', 'currencyState'],
  ['{ currencyHistory(currency: "nosuch") { totalCount } }', 'currencyHistory'],
  ['{ currency(currency: "basket1") { name state(asOf: { height: 231 }) { supply } } }', 'currency.state'],
  [`{ currency(currency: "VRSCTEST", asOf: { hash: "${'0'.repeat(64)}" }) { name } }`, 'currency'],
  // A live network does not exist for a test key.
  [`{ currency(chainId: "${PCHAIN}", currency: "pchain") { name } }`, 'currency'],
])('NOT_FOUND: %s', async (query, path) => {
  expect(await fault(query)).toEqual(['NOT_FOUND', undefined, path]);
});

test.each([
  ['{ currency(currency: "a@b@c") { name } }', 'currency', 'currency'],
  ['{ currency(currency: "") { name } }', 'currency', 'currency'],
  [`{ currency(currency: "${UNKNOWN.slice(0, -1)}1") { name } }`, 'currency', 'currency'],
  ['{ currency(currency: "tok1", asOf: {}) { name } }', 'asOf', 'currency'],
  ['{ currency(currency: "tok1", asOf: { height: 300 }) { name } }', 'asOf', 'currency'],
  ['{ currencies(limit: 101) { totalCount } }', 'limit', 'currencies'],
  ['{ currencies(cursor: "AAAA") { totalCount } }', 'cursor', 'currencies'],
  ['{ currencies(reserveCurrency: "two..dots") { totalCount } }', 'reserveCurrency', 'currencies'],
  ['{ currencyHistory(currency: "tok1", fromHeight: 5, toHeight: 4) { totalCount } }', 'fromHeight', 'currencyHistory'],
  ['{ currencyHistory(currency: "tok1", limit: 0) { totalCount } }', 'limit', 'currencyHistory'],
])('VALIDATION_ERROR: %s', async (query, argument, path) => {
  expect(await fault(query)).toEqual(['VALIDATION_ERROR', argument, path]);
});

test.each([
  ['a literal', '{ currencies(search: "\\u0000") { totalCount } }', {}, 'search'],
  ['a variable', 'query ($s: String) { currencies(search: $s) { totalCount } }', { s: 'a\ud800' }, 's'],
  [
    'a representation',
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Currency { name } } }',
    { representations: [{ __typename: 'Currency', chainId: VRSCTEST, currencyId: 'i\0' }] },
    'representations',
  ],
])('a text that cannot be stored reaches no statement, as %s', async (_what, query, variables, argument) => {
  const { data, errors } = await graph.ask(query, variables);
  expect(data).toBeUndefined();
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'VALIDATION_ERROR', argument }]);
});

test('a cursor of another query is refused', async () => {
  const { data } = await graph.ask('{ currencies(limit: 1) { nextCursor } }');
  const query = `{ currencies(limit: 1, kind: TOKEN, cursor: "${data.currencies.nextCursor}") { totalCount } }`;
  expect(await fault(query)).toEqual(['VALIDATION_ERROR', 'cursor', 'currencies']);
});

test('AMBIGUOUS_NAME lists the currencies that the name can mean', async () => {
  // On pchain "Bridge" may be relative to the chain, so a root currency "Bridge" gives it two meanings.
  const where = "WHERE fully_qualified_name = 'Bridge.pchain'";
  const [bridge] = await definitions.find(database.db, where);
  const [{ chain }] = await database.db.$queryRawUnsafe<[{ chain: number }]>(
    `SELECT chain FROM currency_definition ${where}`,
  );
  if (bridge === undefined) throw new Error('Bridge.pchain is not recorded');
  const rival = identityAddressOf(['Bridge', 'VRSCTEST']);
  await definitions.insert(database.db, chain, [{ ...bridge, currencyId: rival, fullyQualifiedName: 'Bridge' }]);
  const { data, errors } = await graph.ask('{ currency(currency: "Bridge") { name } }', {}, 'MAINNET');
  expect(data.currency).toBeNull();
  expect(errors?.[0]?.extensions).toEqual({
    code: 'AMBIGUOUS_NAME',
    candidates: [`Bridge (${rival})`, 'Bridge.pchain (iJgtXDdhGvFKR6Bpu9pAqgQd1oxRm7REZk)'],
  });
  await database.db.$executeRawUnsafe('DELETE FROM currency_definition WHERE currency_id = $1', rival);
});

test('CHAIN_REORGANIZED: asOf a block that left, and a walk whose first page was read there', async () => {
  const tip = Buffer.from(vrsctest.blocks[299]?.hash ?? []).toString('hex');
  const { data } = await graph.ask('{ currencies(limit: 1) { nextCursor } }');
  await database.revert(vrsctest.network, 298);
  expect(await fault(`{ currency(currency: "tok1", asOf: { hash: "${tip}" }) { name } }`)).toEqual([
    'CHAIN_REORGANIZED',
    undefined,
    'currency',
  ]);
  expect(await fault(`{ currencies(limit: 1, cursor: "${data.currencies.nextCursor}") { totalCount } }`)).toEqual([
    'CHAIN_REORGANIZED',
    undefined,
    'currencies',
  ]);
  await database.apply(vrsctest.network, vrsctest.blocks.slice(299, 300));
});

test('an internal fault is reported as such and no more', async () => {
  const broken = await openCurrencyDatabase();
  await broken.apply(vrsctest.network, vrsctest.blocks.slice(0, 2));
  await broken.db.$executeRawUnsafe("UPDATE currency_definition SET definition = '[]'");
  const other = await openCurrencyGraph(broken.db);
  const { data, errors } = await other.ask('{ currency(currency: "VRSCTEST") { name } }');
  expect(data.currency).toBeNull();
  expect(errors?.map(({ message, extensions }) => [message, extensions])).toEqual([
    ['internal error', { code: 'INTERNAL_SERVER_ERROR' }],
  ]);
  await other.close();
  await broken.close();
});

test('a walk with an upper bound goes on when blocks above it leave, and ends when the one at it does', async () => {
  const page = (toHeight: number, cursor: string | null) =>
    graph.ask(
      `query ($cursor: String) { currencyHistory(currency: "VRSCTEST", toHeight: ${toHeight}, limit: 3, cursor: $cursor) {
         totalCount nextCursor states { blockHeight } } }`,
      { cursor },
    );
  const [first, bound] = [await page(290, null), await page(298, null)];
  const { data: second } = await page(290, first.data.currencyHistory.nextCursor);
  await database.revert(vrsctest.network, 297);
  const { data: on } = await page(290, first.data.currencyHistory.nextCursor);
  expect(on.currencyHistory.states).toEqual(second.currencyHistory.states);
  expect(on.currencyHistory.totalCount).toBe(first.data.currencyHistory.totalCount);
  const { errors } = await page(298, bound.data.currencyHistory.nextCursor);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
});
