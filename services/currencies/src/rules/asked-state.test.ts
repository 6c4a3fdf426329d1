import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { isJsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { type AskedCurrency, askedState } from './asked-state.ts';
import { initialState } from './initial-state.ts';

const answers = [...readRecording(recordingDir('vrsctest-a')).answers()];
const START = 207;

function asked(name: string, changes: Partial<AskedCurrency> = {}): AskedCurrency {
  const payload = answers.map(({ result }) => result).find((result) => isJsonObject(result) && result.name === name);
  if (!isJsonObject(payload)) throw new Error(`${name} is not recorded`);
  const chainId = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
  const known = { chainId, definition: readDefinition(payload), payload, definitionHeight: 188 };
  return { ...known, isNotarized: true, isLaunching: false, ...changes };
}

const notarizedAt = (currency: AskedCurrency, notarizedHeight: number) => ({
  state: { ...initialState(currency.definition), fees: 7n, supply: 3n },
  notarizedHeight,
});

test('the last height of a range is a forecast while the launch was open then', () => {
  const tok1 = asked('tok1');
  const open = notarizedAt(tok1, 190);
  expect(askedState(tok1, 195, open, false)).toMatchObject({ flags: 2, fees: 7n, supply: 3n });
  expect(askedState(tok1, 195, open, true)).toMatchObject({ flags: 2, fees: 0n, supply: 3n });
  expect(askedState(tok1, 100, null, true)).toMatchObject({ flags: 2, supply: 750_050_000_000n });
  const closed = notarizedAt(tok1, START - 1);
  expect(askedState(tok1, START, closed, true)).toEqual(closed.state);
});

test('what waits for an open launch, and a forecast of a basket, are not known', () => {
  const launching = asked('tok1', { isLaunching: true });
  expect(askedState(launching, 195, notarizedAt(launching, 190), true)).toBeNull();
  expect(askedState(launching, 195, notarizedAt(launching, 190), false)).not.toBeNull();
  const basket = asked('basket1');
  expect(askedState(basket, 240, notarizedAt(basket, 235), true)).toBeNull();
});

test('a notarized currency of another system has the state that is confirmed there', () => {
  const elsewhere = { chainId: 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV' };
  const tok1 = asked('tok1', elsewhere);
  expect(askedState(tok1, 300, notarizedAt(tok1, 290), false)).toBeNull();
  expect(askedState(asked('tok1', { ...elsewhere, isNotarized: false }), 300, null, false)).toMatchObject({ flags: 0 });
});
