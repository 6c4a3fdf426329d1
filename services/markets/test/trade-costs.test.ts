import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { explainStatement, type PlanNode } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { generatePairTrades } from './generate-pair-trades.ts';
import { type OpenService, openService } from './open-service.ts';

const chainId = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const [basketId = '', ...reserveIds] = inventAddresses('IDENTITY', 'paired', 11);
const [quoteId = '', baseId = ''] = reserveIds;
const [FROM, TO] = [5, 19];
const RARE = TO - FROM + 1;

let service: OpenService;
let recorder: ReturnType<typeof recordStatements>;
let subgraph: Awaited<ReturnType<typeof openTestSubgraph>>;

beforeAll(async () => {
  service = await openService();
  const { db } = service;
  await service.apply('vrsctest-a', readStreamedBlocks('vrsctest-a').slice(0, TO + 1));
  await generatePairTrades(db, { chainId, basketId, reserveIds, from: FROM, to: TO });
  recorder = recordStatements(db);
  const schema = new URL('../schema.graphql', import.meta.url);
  subgraph = await openTestSubgraph({ schema, resolvers, db: recorder.db, loaders: createLoaders });
});
afterAll(async () => {
  await subgraph.close();
  await service.close();
});

async function record(query: string) {
  recorder.take();
  const { data, errors } = await subgraph.ask(query);
  expect(errors).toBeUndefined();
  // The list of networks is read again after a time, whatever is asked.
  return { data, statements: recorder.take().filter(({ sql }) => !sql.includes('FROM network ')) };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

test.each(['', 'order: ASC', 'side: SELL', 'limit: 3'])(
  'a page of the trades of a pair (%s) reads its own rows alone, however many other pairs its basket has',
  async (args) => {
    const asked = args === '' ? '' : `(${args})`;
    const { data, statements } = await record(
      `{ market(basket: "${basketId}", base: "${baseId}", quote: "${quoteId}") { trades${asked} { trades { id side blockHeight } } } }`,
    );
    const { trades } = data.market.trades;
    expect(trades).toHaveLength(args === 'limit: 3' ? 3 : RARE);
    expect(new Set(trades.map(({ side }: { side: string }) => side))).toEqual(new Set(['SELL']));
    const [page, ...more] = statements.filter(({ sql }) => /\blisting\b/.test(sql));
    if (page === undefined) throw new Error('no list was read');
    expect(more).toEqual([]);
    const { plan } = await explainStatement(service.db, page);
    const listed = nodesOf(plan).filter((node) => node['Relation Name'] === 'listing');
    expect(listed.map((node) => node['Index Name'])).toEqual(['listing_pkey']);
    // One row more than a page.
    const read = listed.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(read).toBeLessThanOrEqual(trades.length + 1);
    const large = nodesOf(plan).filter((node) => /^(listing|transfer)$/.test(node['Relation Name'] ?? ''));
    expect(large.filter((node) => (node['Rows Removed by Filter'] ?? 0) > 0 || !('Index Name' in node))).toEqual([]);
  },
);

const TRADES = `trades { trades {
  id price baseAmount conversion { txid exactPrice importTxid basket { currencyId } trade { id side price } }
} }`;

test('trades of all markets of a page, and their conversions as trades, take as many statements as those of one', async () => {
  const read = async (limit: number) =>
    record(`{ markets(basket: "${basketId}", limit: ${limit}) { markets { ${TRADES} } } }`);
  const [one, all] = [await read(1), await read(55)];
  expect(all.data.markets.markets).toHaveLength(55);
  const lengths = all.data.markets.markets.map(({ trades }: { trades: { trades: unknown[] } }) => trades.trades.length);
  expect(lengths.toSorted((a: number, b: number) => a - b).slice(0, 2)).toEqual([RARE, 50]);
  expect(all.statements.length).toBe(one.statements.length);
});

test('times that bound the trades of all markets of a page are looked up in one statement', async () => {
  const bounded = TRADES.replace(
    'trades {',
    'trades(fromTime: "2020-01-01T00:00:00Z", toTime: "2040-01-01T00:00:00Z") {',
  );
  const read = async (limit: number) =>
    record(`{ markets(basket: "${basketId}", limit: ${limit}) { markets { ${bounded} } } }`);
  const [one, all] = [await read(1), await read(55)];
  expect(all.data.markets.markets).toHaveLength(55);
  expect(all.statements.length).toBe(one.statements.length);
});

test('liquidity of all markets of a page is one statement', async () => {
  const { data, statements } = await record(
    `{ markets(basket: "${basketId}", limit: 100) { markets { liquidity(currency: "${quoteId}") } } }`,
  );
  expect(data.markets.markets.every(({ liquidity }: { liquidity: string }) => liquidity === '2.00000000')).toBe(true);
  expect(statements.filter(({ sql }) => /found\.basket_id AS "basketId", basket\.reserves/.test(sql))).toHaveLength(1);
});
