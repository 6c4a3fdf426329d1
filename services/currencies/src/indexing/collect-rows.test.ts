import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readAmount, readInteger, readText } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyState, readCurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { parsePayload } from '@ledgergraph/verus-protocol/payloads/payload';
import type { StoredState } from '#/db/tables.ts';
import { readNativeDefinition } from '#/rules/native-definition.ts';
import { readReserves } from '#/rules/reserves-text.ts';
import { collectRows } from './collect-rows.ts';
import { readBlock } from './read-blocks.ts';

const RECORDINGS = ['vrsctest-a', 'pchain-a'] as const;
type RecordingName = (typeof RECORDINGS)[number];

/** While a launch is open, the node forecasts the state at the last height of a range (CConnectedChains::AddPrelaunchConversions). */
const FORECASTS = ['iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn:200', 'iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1:200'];

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('not an object');
  return value;
}

function readRecorded(name: RecordingName) {
  const answers = [...readRecording(recordingDir(name)).answers()].filter(({ result }) => result !== undefined);
  return {
    results: (method: string) => answers.filter((answer) => answer.method === method).map(({ result }) => result),
    rows: collectRows(
      readNativeDefinition(answers.find(({ method }) => method === 'getcurrency')?.result ?? null),
      readNormalizedBlocks(name).map(readBlock),
      { known: new Map(), nativeSupply: 0n },
    ),
  };
}

const recorded = { 'vrsctest-a': readRecorded('vrsctest-a'), 'pchain-a': readRecorded('pchain-a') };

function readRowState(row: StoredState | undefined) {
  if (row === undefined) return undefined;
  const { version, flags, initialSupply, emitted, supply, fees, conversionFees, primaryOut, preconvertedOut } = row;
  const reserves = readReserves(row.reserves);
  return {
    version,
    flags,
    initialSupply,
    emitted,
    supply,
    fees,
    conversionFees,
    primaryOut,
    preconvertedOut,
    reserves,
  };
}

/** A forecast of an import without transfers takes none. */
function withoutFees(state: unknown) {
  const noFees = { fees: 0n, conversionFees: 0n };
  const { reserves, ...others } = state as CurrencyState;
  return { ...others, ...noFees, reserves: reserves.map((reserve) => ({ ...reserve, ...noFees })) };
}

function compareStates(name: RecordingName) {
  const { results, rows } = recorded[name];
  const compared: { key: string; node: unknown; ours: unknown }[] = [];
  for (const result of results('getcurrencystate')) {
    for (const item of (Array.isArray(result) ? result : []).map(object)) {
      const height = readInteger(item, 'height');
      const payload = object(item.currencystate);
      const currencyId = readText(payload, 'currencyid');
      if (!rows.definitions.some((row) => row.currencyId === currencyId && row.height <= height)) continue;
      const row = rows.states.findLast((state) => state.currencyId === currencyId && state.height <= height);
      compared.push({ key: `${currencyId}:${height}`, node: readCurrencyState(payload), ours: readRowState(row) });
    }
  }
  return compared;
}

test.each([
  ['vrsctest-a', 2_355, FORECASTS],
  ['pchain-a', 1_790, []],
] as const)(
  '%s: the state of every currency at every height after its definition is the node’s',
  (name, count, forecasts) => {
    const compared = compareStates(name);
    expect(compared).toHaveLength(count);
    const exact = compared.filter(({ key }) => !forecasts.some((forecast) => forecast === key));
    expect(exact).toHaveLength(count - forecasts.length);
    for (const { node, ours } of exact) expect(ours).toEqual(node);
    for (const { node, ours } of compared.filter(({ key }) => forecasts.some((forecast) => forecast === key))) {
      expect(withoutFees(ours)).toEqual(withoutFees(node));
    }
  },
);

test.each(RECORDINGS)('%s: definitions and names are the node’s', (name) => {
  const { definitions } = recorded[name].rows;
  const answers = recorded[name].results('getcurrency').map(object);
  expect(new Set(definitions.map((row) => row.currencyId))).toEqual(
    new Set(answers.map((answer) => readText(answer, 'currencyid'))),
  );
  for (const answer of answers) {
    const row = definitions.findLast(({ currencyId }) => currencyId === readText(answer, 'currencyid'));
    expect(parsePayload(row?.definition ?? '', 'definition')).toEqual(readNativeDefinition(answer).payload);
    expect(row?.fullyQualifiedName).toBe(answer.fullyqualifiedname);
    expect(row?.txid ?? undefined).toBe(answer.definitiontxid);
    expect(row?.txid === null ? undefined : String(row?.vout)).toBe(answer.definitiontxout?.toString());
  }
});

test.each(RECORDINGS)('%s: issuance adds up to the node’s coin supply', (name) => {
  const { rows, results } = recorded[name];
  expect(rows.nativeSupplies.at(-1)?.supply).toBe(readAmount(object(results('coinsupply')[0]), 'total'));
});

test('the native currency of a root chain has one state per block; its last supply is the coin supply', () => {
  const { states, definitions } = recorded['vrsctest-a'].rows;
  const native = states.filter(({ source }) => source === 'ISSUANCE');
  expect(native.map(({ height }) => height)).toEqual(Array.from({ length: 668 }, (_, height) => height));
  expect(native.at(-1)).toMatchObject({
    supply: 5_000_372_836_805_732n,
    launchState: 'LAUNCHED',
    txid: null,
    ordinal: 668,
  });
  expect(definitions[0]).toMatchObject({ kind: 'NATIVE', height: 0, txid: null, fullyQualifiedName: 'VRSCTEST' });
});

test('kinds are seen from the chain that is asked', () => {
  const kinds = (name: RecordingName) =>
    Object.fromEntries(recorded[name].rows.definitions.map((row) => [row.fullyQualifiedName, row.kind]));
  expect(kinds('vrsctest-a')).toEqual({
    VRSCTEST: 'NATIVE',
    tok1: 'TOKEN',
    cent1: 'TOKEN',
    nft1: 'NFT',
    failcoin: 'TOKEN',
    basket1: 'BASKET',
  });
  expect(kinds('pchain-a')).toEqual({
    pchain: 'NATIVE',
    VRSCTEST: 'PBAAS_CHAIN',
    'Bridge.pchain': 'GATEWAY_CONVERTER',
    tok1: 'TOKEN',
  });
});

test('a launch goes through its states, a failed one ends in refunds', () => {
  const { states } = recorded['vrsctest-a'].rows;
  const launch = (currencyId: string) =>
    states.filter((row) => row.currencyId === currencyId).map((row) => `${row.height} ${row.flags} ${row.launchState}`);
  expect(launch('iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1')).toEqual([
    '191 2 PRELAUNCH',
    '200 2 PRELAUNCH',
    '211 14 REFUNDING',
    '212 12 REFUNDING',
    '212 4 REFUNDING',
    '212 36 REFUNDING',
  ]);
  expect(launch('iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn').slice(0, 6)).toEqual([
    '188 2 PRELAUNCH',
    '197 2 PRELAUNCH',
    '208 26 LAUNCHED',
    '209 24 LAUNCHED',
    '209 16 LAUNCHED',
    '209 48 COMPLETE',
  ]);
});
