import { nearSpellings } from '@ledgergraph/chain-kit/graph/near-spellings';
import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { explainStatement } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { findNearNames } from '#/db/find-near-names.ts';
import { definitions } from '#/db/tables.ts';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { generateCurrencies } from './generate-currencies.ts';
import { readRecordedChain } from './recorded-chain.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const PAGES_MAX = 7_500;

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  await database.apply(network, blocks);
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

test.each([
  ['currency: "basket"', '. Did you mean basket1?'],
  ['currency: "Bakset1@"', '. Did you mean basket1?'],
  ['currency: "tok.VRSCTEST"', '. Did you mean tok1?'],
  ['currency: "nothing like that"', ' on VRSCTEST'],
  ['currency: "bakset1", asOf: { height: 231 }', ' on VRSCTEST'],
])('currency(%s): near names that are defined at the block are suggested', async (args, end) => {
  const { errors } = await graph.ask(`{ currency(${args}) { name } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  expect(errors?.[0]?.message).toMatch(new RegExp(`${end.replaceAll(/[.?]/g, '\\$&')}$`));
});

test('many names are answered at their places, each as currency answers it, with few suggestions', async () => {
  const names = ['basket1', 'bakset1', 'TOK1@', 'a/b', ...Array.from({ length: 996 }, (_, index) => `tok1${index}`)];
  const query = 'query ($names: [String!]!) { currenciesByName(names: $names) { name } }';
  const { data, errors = [] } = await graph.ask(query, { names });
  expect(data.currenciesByName.slice(0, 5)).toEqual([{ name: 'basket1' }, null, { name: 'tok1' }, null, null]);
  expect(errors).toHaveLength(998);
  const at = (place: number) => errors.find(({ path }) => path?.[1] === place);
  expect(at(1)).toMatchObject({
    message: expect.stringContaining('Did you mean basket1?'),
    extensions: { code: 'NOT_FOUND' },
  });
  expect(at(3)?.extensions).toEqual({ code: 'VALIDATION_ERROR', argument: 'names' });
  expect(errors.filter(({ message }) => message.includes('Did you mean')).length).toBeLessThanOrEqual(3);
  const refused = await graph.ask(query, { names: [...names, 'tok1'] });
  expect(refused.errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'names' } }]);
});

test('a name in vain costs probes of an index, on a chain of many currencies too', async () => {
  const [basket] = await definitions.find(database.db, "WHERE kind = 'BASKET'");
  const template = basket?.currencyId ?? '';
  const currencyIds = inventAddresses('IDENTITY', 'currency', 10_000);
  await generateCurrencies(database.db, { chainId, template, currencyIds, tip: blocks.length - 1 });
  const recorder = recordStatements(database.db);
  const names = nearSpellings('abcdefghijklmnopqrst');
  await findNearNames(recorder.db, { chainId, height: blocks.length + 10_000, names });
  const [statement] = recorder.take();
  if (statement === undefined) throw new Error('nothing was read');
  const { pages, plan } = await explainStatement(database.db, statement);
  // Only the small table `chain` may be read whole.
  expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"(?!chain")/);
  expect(pages).toBeLessThan(PAGES_MAX);
});
