import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { RpcClient } from './rpc-client.ts';

const BASKET1 = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
const answers = [...readRecording(recordingDir('vrsctest-a')).answers()];
/** By currency and height, as the node answered at height 667. The last height of each range may be a forecast. */
const states = new Map(
  answers.flatMap(({ method, params, result }) =>
    method === 'getcurrencystate' && params.length > 1 && Array.isArray(result)
      ? result.map((item) => [`${params[0]} ${object(item).height}`, item] as const)
      : [],
  ),
);
const listed = answers.find(({ method }) => method === 'listcurrencies')?.result;

let client: RpcClient;

beforeAll(async () => {
  const { address } = await sharedStack();
  client = new RpcClient(address.gatewayUrl, 'VRSCTEST', address.keys.test);
});

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
}

/** @param params JSON text */
async function ask(method: string, params: string, headers: Record<string, string> = {}) {
  const { value } = await client.post(`{"id":1,"method":"${method}","params":${params}}`, headers);
  return object(value);
}

const nodeStates = (heights: readonly number[]) => heights.map((height) => states.get(`${BASKET1} ${height}`));
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

test.each([
  ['"400,650"', [...every(10, 400, 650)]],
  ['"400, 650, 100"', [400, 500, 600, 650]],
  ['"400,402,0"', [400, 401, 402]],
  ['"640,99999,20"', [640, 660, 667]],
  ['"650,640"', [640]],
  ['"555"', [555]],
  ['555', [555]],
  ['"1,170,83"', [1, 84, 167, 170]],
])('getcurrencystate has the heights of %s', async (range, heights) => {
  const { result } = await ask('getcurrencystate', `["basket1",${range}]`);
  const ours = Array.isArray(result) ? result : [];
  expect(ours.map((item) => Number(String(object(item).height)))).toEqual(heights);
  // Forecasts of an open launch depend on what is asked together.
  const isSure = (_: unknown, index: number) => (heights[index] ?? 0) > 252 || index < 2;
  expect(ours.filter(isSure)).toEqual(nodeStates(heights).filter(isSure));
});

test('a long range is streamed in steps of one block', async () => {
  const { result } = await ask('getcurrencystate', '["cent1","0,667,1"]');
  expect(result).toHaveLength(668);
});

test('states and definitions are read as of a block', async () => {
  const headers = { 'x-ledgergraph-height': '300' };
  const { result } = await ask('getcurrencystate', '["basket1"]', headers);
  expect(result).toEqual(nodeStates([300]));
  const currency = object((await ask('getcurrency', '["BASKET1"]', headers)).result);
  const state = object(states.get(`${BASKET1} 300`)).currencystate;
  expect([String(currency.bestheight), currency.bestcurrencystate]).toEqual(['300', state]);
  const early = { 'x-ledgergraph-height': '187' };
  expect((await ask('getcurrency', '["tok1"]', early)).error).toMatchObject({
    message: 'Invalid currency or currency not found',
  });
  expect((await ask('listcurrencies', '[]', early)).result).toEqual([]);
});

test.each([
  ['[{}]', null],
  ['[{"systemtype":"local"}]', null],
  ['[{"fromsystem":"VRSCTEST"}]', null],
  ['[{"systemtype":"imported"}]', []],
  ['[{"systemtype":"gateway"}]', []],
  ['[{"systemtype":"pbaas"}]', []],
  ['[{},188,189]', ['tok1', 'cent1']],
  ['[{},0,188]', ['tok1']],
  ['[{},232]', null],
])('listcurrencies of %s', async (params, names) => {
  const { result } = await ask('listcurrencies', params);
  const wanted = (Array.isArray(listed) ? listed : []).filter(
    (one) => names === null || names.includes(String(object(object(one).currencydefinition).name)),
  );
  expect(result).toEqual(wanted);
});

test.each([
  ['getcurrency', '[]', -1, 'getcurrency "currencyname"'],
  ['getcurrency', '["tok1","tok1"]', -1, 'getcurrency "currencyname"'],
  ['getcurrency', '["tok1@"]', -8, 'Invalid currency or currency not found'],
  ['getcurrency', '[5]', -8, 'Invalid currency or currency not found'],
  ['getcurrency', '["a..b"]', -8, 'Invalid currency or currency not found'],
  ['getcurrencystate', '["nosuchcurrency"]', -8, 'Invalid currency specified'],
  ['getcurrencystate', '["basket1","700,800"]', -8, 'Invalid block range for currency state'],
  ['getcurrencystate', '[]', -1, 'getcurrencystate "currencynameorid" ("n") ("conversiondatacurrency")'],
  ['listcurrencies', '["local"]', -8, 'Invalid query object parameter'],
  ['listcurrencies', '[{"systemtype":"x"}]', -8, 'Invalid query object parameter, use "listcurrencies help"'],
  ['listcurrencies', '[{"fromsystem":"x"}]', -8, 'Blockchain or gateway specified in fromsystem not found'],
])('%s %s answers verusd’s error', async (method, params, code, message) => {
  expect((await ask(method, params)).error).toEqual(parseLossless(JSON.stringify({ code, message })));
});
