import type { RecordingName } from '@ledgergraph/test-kit/normalized-blocks';
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

interface Recorded {
  name: RecordingName;
  environment: 'TESTNET' | 'MAINNET';
  states: number;
  /** Known to the node alone: confirmed notarizations of VRSCTEST on pchain, and contributions that wait for an open launch. */
  unknown: readonly string[];
}

const CASES: readonly Recorded[] = [
  { name: 'vrsctest-a', environment: 'TESTNET', states: 3_340, unknown: [] },
  { name: 'mempool-a', environment: 'TESTNET', states: 2_914, unknown: ['iSB2tcsehnHgeviqavxc65LyUS1zC3jkPj'] },
  { name: 'pchain-a', environment: 'MAINNET', states: 1_626, unknown: ['iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq'] },
];

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
}

function recorded({ answers }: RecordedChain, method: string) {
  return answers.flatMap(({ method: asked, params, result }) =>
    asked === method && result !== undefined ? [{ params, result }] : [],
  );
}

describe.each(CASES)('$name', ({ name, environment, states, unknown }) => {
  const chain = readRecordedChain(name);
  let database: CurrencyDatabase;
  let graph: CurrencyGraph;

  beforeAll(async () => {
    database = await openCurrencyDatabase();
    await database.apply(chain.network, chain.blocks);
    graph = await openCurrencyGraph(database.db);
  });
  afterAll(async () => {
    await graph.close();
    await database.close();
  });

  const askStates = async (currencyId: string, heights: readonly number[]) => {
    const { data, errors } = await graph.ask(
      `query ($currencyId: String!, $heights: [BigInt!]!, $last: [BigInt!]!) {
        range: currencyStatesAt(currency: $currencyId, heights: $heights) { blockHeight timestamp verusJson }
        last: currencyStatesAt(currency: $currencyId, heights: $last) { blockHeight timestamp verusJson(isLast: true) } }`,
      { currencyId, heights: heights.slice(0, -1), last: heights.slice(-1) },
      environment,
    );
    expect(errors).toBeUndefined();
    return [...data.range, ...data.last];
  };

  test('states at every height are those of getcurrencystate', async () => {
    let compared = 0;
    const unanswered = new Set<string>();
    for (const { result } of recorded(chain, 'getcurrencystate')) {
      const items = Array.isArray(result) ? result.map(object) : [];
      const currencyId = readText(object(items[0]?.currencystate), 'currencyid');
      const heights = items.map((item) => readInteger(item, 'height'));
      for (const [index, ours] of (await askStates(currencyId, heights)).entries()) {
        const node = object(items[index]);
        const place = [readInteger(node, 'height'), readInteger(node, 'blocktime')];
        expect([ours.blockHeight, Date.parse(ours.timestamp) / 1_000]).toEqual(place);
        if (ours.verusJson === null) unanswered.add(currencyId);
        else {
          expect([currencyId, place, parseLossless(ours.verusJson)]).toEqual([currencyId, place, node.currencystate]);
          compared += 1;
        }
      }
    }
    expect(compared).toBe(states);
    expect([...unanswered]).toEqual(unknown);
  });

  test('definitions are those of getcurrency', async () => {
    for (const { params, result } of recorded(chain, 'getcurrency')) {
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
    const { chainId } = chain.network;
    const above = chain.blocks.length;
    const { data, errors } = await graph.ask(
      `{ currencyStatesAt(currency: "${chainId}", heights: [${above - 1}, ${above}]) { blockHeight } }`,
      {},
      environment,
    );
    expect(data.currencyStatesAt).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'heights' });
  });
});
