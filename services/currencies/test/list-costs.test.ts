import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { definitions, states } from '#/db/tables.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { generateCurrencies } from './generate-currencies.ts';
import { readRecordedChain } from './recorded-chain.ts';

const { network, blocks } = readRecordedChain('vrsctest-a');
const { chainId } = network;
const COPIES = 10_000;
const IDS = inventAddresses('IDENTITY', 'currency', COPIES);

let database: CurrencyDatabase;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  const { db } = database;
  await database.apply(network, blocks);
  const tip = blocks.length - 1;
  const [basket] = await definitions.find(db, "WHERE kind = 'BASKET'");
  const template = basket?.currencyId ?? '';
  await generateCurrencies(db, { chainId, template, currencyIds: IDS, tip });
  const middle = COPIES / 2;
  const asOf = `asOf: { height: ${tip + middle} }`;
  const [hot] = IDS;
  const [hotState] = await states.find(db, 'WHERE currency_id = $1 AND height = $2', hot, tip + middle);
  const txid = hotState?.txid;
  const timeAt = (copy: number) => new Date((Number(blocks.at(-1)?.time) + 60 * copy) * 1_000).toISOString();
  stand = await openListCosts({
    db,
    chainId,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: createLoaders,
    cases: ({ hashes, deep }) => ({
      roots: {
        currencyChanges: [
          { args: `chainId: "${chainId}", fromHeight: ${tip + middle}, toHeight: ${tip + COPIES}` },
          { args: `chainId: "${chainId}", fromHeight: ${tip + middle}, toHeight: ${tip + COPIES}, ids: ["${hot}"]` },
        ],
        currencies: [
          { args: '' },
          { args: asOf },
          { args: 'cursor: $cursor', cursor: deep('currencies', {}, [tip + middle, 1, 0]) },
          { args: 'kind: BASKET' },
          { args: `reserveCurrency: "${chainId}"` },
        ],
        currency: [
          { args: `currency: "${hot}"` },
          { args: `currency: "vrsctest"` },
          { args: `currency: "${hot}", ${asOf}` },
        ],
        currenciesByName: [{ args: `names: ["${hot}", "vrsctest"]` }],
        currencyState: [{ args: `currency: "${hot}"` }, { args: `currency: "${hot}", ${asOf}` }],
        currencyStatesAt: [
          {
            args: `currency: "${hot}", heights: [${Array.from({ length: 50 }, (_, index) => tip + middle + index)}]`,
          },
        ],
        currencyHistory: [
          { args: `currency: "${hot}"` },
          { args: `currency: "${hot}", fromHeight: ${tip + middle}` },
          { args: `currency: "${hot}", fromTime: "${timeAt(middle)}", toTime: "${timeAt(COPIES)}"` },
          {
            args: `currency: "${hot}", cursor: $cursor`,
            cursor: deep('currencyHistory', { currency: hot, order: 'ASC' }, [middle]),
          },
        ],
      },
      entities: {
        Currency: (count) =>
          [template, ...IDS].slice(0, count).map((currencyId) => ({ chainId, currencyId, at: null })),
        Import: (count) =>
          hashes.slice(0, count).map((_, index) => ({
            chainId,
            txid,
            index: 0,
            at: null,
            currencyId: hot,
            blockHeight: tip + middle + index,
          })),
        Block: (count) => hashes.slice(0, count).map((hash) => ({ chainId, hash, at: null })),
      },
      // The rows of a total are counted.
      bounded: [{ sql: /SELECT count\(\*\)/, rows: Number.POSITIVE_INFINITY }],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await database.close();
});

testListCosts(() => stand.costs);
