import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { readInteger, readText } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { readCurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { initialState } from './initial-state.ts';

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
}

// Before the definition the node answers with its initial state, open for pre-conversion. The last height of a range is a forecast
// instead, so 50 and not 100.
test('the initial state is the one that the node reports for a currency without a notarization', () => {
  const answers = [...readRecording(recordingDir('vrsctest-a')).answers()];
  const definitions = new Map(
    answers
      .filter(({ method, result }) => method === 'getcurrency' && result !== undefined)
      .map(({ result }) => readDefinition(object(result)))
      .map((definition) => [definition.currencyId, definition]),
  );
  const compared: string[] = [];
  for (const { method, params, result } of answers) {
    if (method !== 'getcurrencystate' || params[1] !== '1,100,1' || !Array.isArray(result)) continue;
    const item = result.map(object).find((candidate) => readInteger(candidate, 'height') === 50);
    const node = readCurrencyState(object(item?.currencystate));
    const definition = definitions.get(readText(object(item?.currencystate), 'currencyid'));
    if (definition === undefined) throw new Error('a state without a definition');
    const ours = initialState(definition);
    expect({ ...ours, flags: ours.flags | CURRENCY_STATE_FLAGS.PRELAUNCH }).toEqual(node);
    compared.push(definition.name);
  }
  expect(compared.sort()).toEqual(['basket1', 'cent1', 'failcoin', 'nft1', 'tok1']);
});
