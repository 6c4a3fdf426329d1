import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import type { CurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import type { KnownCurrency } from '#/db/known-currencies.ts';
import { CurrencyRows } from './currency-rows.ts';
import { type Notarization, readCurrencyChanges } from './read-currency-changes.ts';

const state = (supply: bigint): CurrencyState => ({
  version: 1,
  flags: 0x31,
  initialSupply: 0n,
  emitted: 0n,
  supply,
  fees: null,
  conversionFees: null,
  primaryOut: null,
  preconvertedOut: null,
  reserves: [],
});

const known = (systemId: string, ordinal: number): KnownCurrency => ({
  fullyQualifiedName: 'x',
  isRoot: false,
  systemId,
  definedHeight: 1,
  ordinal,
});

function notarization(currencyId: string, others: string[]): Notarization {
  return {
    height: 10,
    txIndex: 1,
    vout: 2,
    txid: 'ab',
    notarizationHeight: 7,
    own: { currencyId, state: state(1n) },
    others: others.map((other) => ({ currencyId: other, state: state(2n) })),
  };
}

// Not in the recordings: a launching chain gets a report of the converter that now lives on the launched chain.
test('a notarization states its own currency, and of others those that live on the notarized system', () => {
  const rows = new CurrencyRows(
    'iHere',
    new Map([
      ['iChain', known('iChain', 4)],
      ['iConverter', known('iChain', 0)],
      ['iLocal', known('iHere', 9)],
    ]),
  );
  rows.addTransaction({
    definitions: [],
    notarizations: [notarization('iChain', ['iConverter', 'iLocal', 'iUnknown'])],
  });
  expect(
    rows.states.map(({ currencyId, ordinal, supply, lastNotarization }) => [
      currencyId,
      ordinal,
      supply,
      lastNotarization,
    ]),
  ).toEqual([
    ['iChain', 5, 1n, 7],
    ['iConverter', 1, 2n, 7],
  ]);
});

test('a notarization of a currency that is not defined here states nothing', () => {
  const rows = new CurrencyRows('iHere', new Map());
  rows.addTransaction({ definitions: [], notarizations: [notarization('iUnknown', [])] });
  expect(rows.states).toEqual([]);
});

test('a definition that replaces another leaves the state that notarizations made', () => {
  const [change] = readNormalizedBlocks('vrsctest-a').slice(188, 189).flatMap(readCurrencyChanges);
  if (change === undefined) throw new Error('block 188 defines tok1');
  const rows = new CurrencyRows('iHere', new Map());
  rows.addTransaction(change);
  rows.addTransaction({ definitions: change.definitions, notarizations: [] });
  expect(rows.definitions).toHaveLength(2);
  expect(rows.states.map(({ source }) => source)).toEqual(['NOTARIZATION']);
});
