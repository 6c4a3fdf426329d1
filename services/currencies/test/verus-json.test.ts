import { readInteger, readText } from '@ledgergraph/verus-protocol/json-members';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { type RecordedChain, readRecordedChain } from './recorded-chain.ts';

const chains = { TESTNET: readRecordedChain('vrsctest-a'), MAINNET: readRecordedChain('pchain-a') };
/** VRSCTEST on pchain: its state is that of the notarization which is confirmed last, which this subgraph does not know. */
const NOTARIZED = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  for (const { network, blocks } of Object.values(chains)) await database.apply(network, blocks);
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
}

function recorded({ answers }: RecordedChain, method: string) {
  return answers.flatMap(({ method: asked, params, result }) =>
    asked === method && result !== undefined ? [{ params, result }] : [],
  );
}

test.each([
  ['TESTNET', 3_340, 0],
  ['MAINNET', 1_626, 542],
] as const)('%s: states at every height are those of getcurrencystate', async (environment, count, unknown) => {
  let compared = 0;
  let unanswered = 0;
  for (const { result } of recorded(chains[environment], 'getcurrencystate')) {
    if (!Array.isArray(result)) continue;
    const items = result.map(object);
    const currencyId = readText(object(items[0]?.currencystate), 'currencyid');
    const heights = items.map((item) => readInteger(item, 'height'));
    const { data, errors } = await graph.ask(
      `query ($currencyId: String!, $heights: [BigInt!]!, $last: [BigInt!]!) {
        range: currencyStatesAt(currency: $currencyId, heights: $heights) { blockHeight timestamp verusJson }
        last: currencyStatesAt(currency: $currencyId, heights: $last) { blockHeight timestamp verusJson(isLast: true) } }`,
      { currencyId, heights: heights.slice(0, -1), last: heights.slice(-1) },
      environment,
    );
    expect(errors).toBeUndefined();
    for (const [index, ours] of [...data.range, ...data.last].entries()) {
      const node = object(items[index]);
      expect([ours.blockHeight, Date.parse(ours.timestamp) / 1_000]).toEqual([
        readInteger(node, 'height'),
        readInteger(node, 'blocktime'),
      ]);
      if (environment === 'MAINNET' && currencyId === NOTARIZED) {
        expect(ours.verusJson).toBeNull();
        unanswered += 1;
        continue;
      }
      expect([currencyId, ours.blockHeight, parseLossless(ours.verusJson)]).toEqual([
        currencyId,
        ours.blockHeight,
        node.currencystate,
      ]);
      compared += 1;
    }
  }
  expect([compared, unanswered]).toEqual([count, unknown]);
});

test.each(['TESTNET', 'MAINNET'] as const)('%s: definitions are those of getcurrency', async (environment) => {
  for (const { params, result } of recorded(chains[environment], 'getcurrency')) {
    const { data, errors } = await graph.ask(
      'query ($currency: String!) { currency(currency: $currency) { verusJson state { verusJson } } }',
      { currency: params[0] },
      environment,
    );
    expect(errors).toBeUndefined();
    const { nodes, bestheight, besttxid, bestcurrencystate, ...others } = object(result);
    const { lastconfirmedheight, lastconfirmedtxid, lastconfirmedcurrencystate, ...node } = others;
    expect(parseLossless(data.currency.verusJson)).toEqual(node);
    if (lastconfirmedcurrencystate !== undefined) {
      expect(parseLossless(data.currency.state.verusJson)).toEqual(lastconfirmedcurrencystate);
    }
  }
});

test('a height above the block that is read is refused', async () => {
  const { data, errors } = await graph.ask(
    '{ currencyStatesAt(currency: "tok1", heights: [667, 668]) { blockHeight } }',
  );
  expect(data.currencyStatesAt).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'heights' });
});
