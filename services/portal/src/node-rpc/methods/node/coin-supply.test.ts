import { type Json, writeJson } from '../../json.ts';
import type { Call } from '../../method.ts';
import { coinSupply } from './coin-supply.ts';

const HEIGHT = 200;

/** The node answers with the parameters that it was given. */
function callOf(params: Json[], asOf?: number): Call {
  const call: Partial<Call> = {
    params: params as Call['params'],
    chain: 'VRSC',
    asOf,
    block: async () => ({ chainId: 'iV', height: HEIGHT, hash: 'h' }),
    ask: async (_query, given) => ({ nodeAnswer: { text: given?.params, error: null } }),
  };
  return call as Call;
}

const run = async (params: Json[], asOf?: number): Promise<string> =>
  writeJson((await coinSupply.run(callOf(params, asOf))) as Json);

test.each([
  ['the height that is read is asked of the node, where none is given', [], undefined, '["200"]'],
  ['so is the height of a header', [], HEIGHT, '["200"]'],
  ['a lower height is passed on', ['100'], HEIGHT, '["100"]'],
  ['a height above the latest block is for the node to refuse', ['201'], undefined, '["201"]'],
  ['one above the height of a header is not asked', ['201'], HEIGHT, '{"error":"invalid height"}'],
  ['a parameter too many is for the door to refuse', ['1', 'x'], HEIGHT, '["1","x"]'],
])('%s', async (_what, params, asOf, answer) => {
  expect(await run(params, asOf)).toBe(answer);
});
