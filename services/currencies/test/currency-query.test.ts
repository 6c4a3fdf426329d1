import { hex } from '@ledgergraph/chain-kit/hex';
import { exactJson } from '@ledgergraph/verus-protocol/lossless-json';
import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { type CurrencyGraph, openCurrencyGraph } from './currency-graph.ts';
import { type RecordedChain, readRecordedChain } from './recorded-chain.ts';

const vrsctest = readRecordedChain('vrsctest-a');
const pchain = readRecordedChain('pchain-a');
const VRSCTEST = vrsctest.network.chainId;
const TOK1 = 'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn';
const BRIDGE = 'iJgtXDdhGvFKR6Bpu9pAqgQd1oxRm7REZk';

let database: CurrencyDatabase;
let graph: CurrencyGraph;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  await database.apply(vrsctest.network, vrsctest.blocks);
  await database.apply(pchain.network, pchain.blocks);
  graph = await openCurrencyGraph(database.db);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function names(args: string, environment?: 'MAINNET' | 'TESTNET'): Promise<string[]> {
  const { data } = await graph.ask(
    `{ currencies(${args}) { currencies { friendlyName } totalCount } }`,
    {},
    environment,
  );
  const list: string[] = data.currencies.currencies.map((currency: { friendlyName: string }) => currency.friendlyName);
  expect(data.currencies.totalCount).toBe(list.length);
  return list;
}

const hashAt = (height: number) => hex(vrsctest.blocks[height]?.hash ?? new Uint8Array());

test.each([
  ['vrsctest', 'VRSCTEST'],
  ['VRSCTEST@', 'VRSCTEST'],
  ['tok1.VRSCTEST@', 'tok1'],
  ['Tok1', 'tok1'],
])('the name %s finds %s', async (name, found) => {
  const { data } = await graph.ask('query ($name: String!) { currency(currency: $name) { friendlyName } }', { name });
  expect(data.currency.friendlyName).toBe(found);
});

test('a chain that is not its own root: relative and full names, imported currencies, its own coin', async () => {
  const { data, errors } = await graph.ask(
    `{ bridge: currency(currency: "Bridge") { currencyId kind state { supply reserves { currency { friendlyName kind } } } }
       full: currency(currency: "bridge.pchain.VRSCTEST@") { currencyId }
       tok1: currency(currency: "${TOK1}") { definitionHeight launchState state { supply blockHeight txid lastNotarization } }
       own: currency(currency: "pchain") { kind definitionHeight definitionTxid state { supply } } }`,
    {},
    'MAINNET',
  );
  expect(errors).toBeUndefined();
  expect(data.bridge).toEqual({
    currencyId: BRIDGE,
    kind: 'GATEWAY_CONVERTER',
    state: {
      supply: '101087.01510543',
      reserves: [
        { currency: { friendlyName: 'VRSCTEST', kind: 'PBAAS_CHAIN' } },
        { currency: { friendlyName: 'pchain', kind: 'NATIVE' } },
      ],
    },
  });
  expect(data.full.currencyId).toBe(BRIDGE);
  expect(data.tok1).toEqual({
    definitionHeight: 379,
    launchState: 'COMPLETE',
    state: { supply: null, blockHeight: 379, txid: data.tok1.state.txid, lastNotarization: null },
  });
  expect(data.own).toMatchObject({ kind: 'NATIVE', definitionHeight: 1, state: { supply: '155000.00000000' } });
});

test('a supply that a chain’s blocks do not state is null, not 0', async () => {
  const { data, errors } = await graph.ask(
    `{ root: currencyState(currency: "VRSCTEST") { supply coinSupply lastNotarization }
       early: currencyState(currency: "pchain", asOf: { height: 0 }) { supply }
       tok1: currencyHistory(currency: "${TOK1}") { states { supply } } }`,
    {},
    'MAINNET',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    root: { supply: null, coinSupply: null, lastNotarization: expect.any(Number) },
    early: { supply: '0.00000000' },
    tok1: { states: [{ supply: null }] },
  });
});

test('asOf reaches everything below: definition, launch, reserves, keys', async () => {
  const { data, errors } = await graph.ask(
    `query ($hash: String) {
      open: currency(currency: "basket1", asOf: { height: 240 }) { launchState state { blockHeight launchState } identity { at } at }
      launched: currency(currency: "basket1", asOf: { hash: $hash }) { launchState state(asOf: { height: 240 }) { launchState } at }
      native: currency(currency: "VRSCTEST", asOf: { height: 0 }) { at definitionHeight definitionTxid state { supply blockHeight } }
      now: currency(currency: "basket1") { launchState at } }`,
    { hash: hashAt(252) },
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    open: {
      launchState: 'PRELAUNCH',
      state: { blockHeight: 232, launchState: 'PRELAUNCH' },
      identity: { at: 240 },
      at: 240,
    },
    launched: { launchState: 'LAUNCHED', state: { launchState: 'PRELAUNCH' }, at: 252 },
    native: { at: 0, definitionHeight: 0, definitionTxid: null, state: { supply: '0.00000000', blockHeight: 0 } },
    now: { launchState: 'COMPLETE', at: null },
  });
});

test('entity references load by key, at the height in the key, and are null where nothing is defined', async () => {
  const representations = [
    { __typename: 'Currency', chainId: VRSCTEST, currencyId: TOK1, at: null },
    { __typename: 'Currency', chainId: VRSCTEST, currencyId: TOK1, at: 200 },
    { __typename: 'Currency', chainId: VRSCTEST, currencyId: TOK1, at: 187 },
    { __typename: 'Block', chainId: VRSCTEST, hash: hashAt(209) },
  ];
  const { data, errors } = await graph.ask(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Currency { name at launchState optionFlags }
      ... on Block { currencyStates { totalCount states { currencyId flags } } page: currencyStates(limit: 1) { hasMore states { flags flagNames } } } } }`,
    { representations },
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([
    { name: 'tok1', at: null, launchState: 'COMPLETE', optionFlags: ['TOKEN'] },
    { name: 'tok1', at: 200, launchState: 'PRELAUNCH', optionFlags: ['TOKEN'] },
    null,
    {
      currencyStates: {
        totalCount: 4,
        states: [26, 24, 16, 48].map((flags) => ({
          currencyId: flags === 26 ? 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS' : TOK1,
          flags,
        })),
      },
      page: { hasMore: true, states: [{ flags: 26, flagNames: ['PRELAUNCH', 'LAUNCH_CLEAR', 'LAUNCH_CONFIRMED'] }] },
    },
  ]);
});

test('currencies: newest first, filters, search by any label', async () => {
  expect(await names('limit: 100')).toEqual(['basket1', 'failcoin', 'nft1', 'cent1', 'tok1', 'VRSCTEST']);
  expect(await names('asOf: { height: 189 }')).toEqual(['cent1', 'tok1', 'VRSCTEST']);
  expect(await names('search: "TOK"')).toEqual(['tok1']);
  expect(await names('search: "tok1.vrsctest@"')).toEqual(['tok1']);
  expect(await names('search: "ok1"')).toEqual([]);
  expect(await names('search: "%"')).toEqual([]);
  expect(await names('kind: NFT')).toEqual(['nft1']);
  expect(await names('launchState: REFUNDING')).toEqual(['failcoin']);
  expect(await names('launchState: LAUNCHED')).toEqual(['VRSCTEST']);
  expect(await names('launchState: PRELAUNCH, asOf: { height: 191 }')).toEqual(['failcoin', 'nft1', 'cent1', 'tok1']);
  expect(await names(`reserveCurrency: "${TOK1}"`)).toEqual(['basket1']);
  expect(await names(`reserveCurrency: "${VRSCTEST}"`)).toEqual(['basket1']);
  expect(await names('search: "pch"', 'MAINNET')).toEqual(['Bridge.pchain', 'pchain']);
});

test('a list is walked page by page, every row once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await graph.ask(
      `query ($cursor: String) { currencies(limit: 2, cursor: $cursor) { currencies { name } hasMore nextCursor totalCount } }`,
      { cursor },
    );
    expect(data.currencies.totalCount).toBe(6);
    expect(data.currencies.hasMore).toBe(data.currencies.nextCursor !== null);
    seen.push(...data.currencies.currencies.map((currency: { name: string }) => currency.name));
    cursor = data.currencies.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(['basket1', 'failcoin', 'nft1', 'cent1', 'tok1', 'VRSCTEST']);
});

test('history: every change in the range, oldest first, over pages', async () => {
  const heights: number[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await graph.ask(
      `query ($cursor: String) { currencyHistory(currency: "tok1", fromHeight: 197, toHeight: 353, limit: 2, cursor: $cursor) {
        states { blockHeight } nextCursor totalCount } }`,
      { cursor },
    );
    expect(data.currencyHistory.totalCount).toBe(5);
    heights.push(...data.currencyHistory.states.map((state: { blockHeight: number }) => state.blockHeight));
    cursor = data.currencyHistory.nextCursor;
  } while (cursor !== null);
  expect(heights).toEqual([197, 208, 209, 209, 209]);
});

test('history of the native currency: one state per block, genesis first; a range beyond the tip ends there', async () => {
  const { data } =
    await graph.ask(`{ all: currencyHistory(currency: "${VRSCTEST}", limit: 1) { totalCount states { blockHeight supply } }
    end: currencyHistory(currency: "${VRSCTEST}", fromHeight: 666, toHeight: 9999) { totalCount states { blockHeight supply } }
    none: currencyHistory(currency: "basket1", toHeight: 231) { totalCount states { blockHeight } hasMore nextCursor } }`);
  expect(data.all).toEqual({ totalCount: 668, states: [{ blockHeight: 0, supply: '0.00000000' }] });
  expect(data.end.totalCount).toBe(2);
  expect(data.end.states[1]).toEqual({ blockHeight: 667, supply: '50003728.36805732' });
  expect(data.none).toEqual({ totalCount: 0, states: [], hasMore: false, nextCursor: null });
});

const recordedSupply = (chain: RecordedChain) => {
  const answer = chain.answers.find(({ method }) => method === 'coinsupply');
  return (exactJson(answer?.result ?? null) as { total: string }).total;
};

test.each([
  ['TESTNET', vrsctest],
  ['MAINNET', pchain],
] as const)('%s: coinSupply of the native currency is coinsupply’s total at the tip', async (environment, chain) => {
  const { data, errors } = await graph.ask(
    `query ($id: String!) { currencyState(currency: $id) { coinSupply } currency(currency: $id) { state { coinSupply } } }`,
    { id: chain.network.chainId },
    environment,
  );
  expect(errors).toBeUndefined();
  const state = { coinSupply: recordedSupply(chain) };
  expect(data).toEqual({ currencyState: state, currency: { state } });
});

test('coinSupply answers at the block that is read, whenever the state itself was made', async () => {
  const { data, errors } = await graph.ask(
    `query ($id: String!) {
      genesis: currencyState(currency: $id, asOf: { height: 0 }) { blockHeight coinSupply }
      early: currencyState(currency: $id, asOf: { height: 2 }) { blockHeight supply coinSupply }
      later: currency(currency: $id, asOf: { height: 4 }) { state { blockHeight coinSupply }
        next: state(asOf: { height: 5 }) { blockHeight coinSupply } }
      currencyHistory(currency: $id) { states { blockHeight supply coinSupply } }
      bridge: currencyState(currency: "Bridge.pchain") { coinSupply }
      root: currencyState(currency: "${VRSCTEST}") { coinSupply } }`,
    { id: pchain.network.chainId },
    'MAINNET',
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    genesis: { blockHeight: 0, coinSupply: '0.00000000' },
    early: { blockHeight: 1, supply: '155000.00000000', coinSupply: '154823.23544459' },
    later: {
      state: { blockHeight: 3, coinSupply: '154851.23065923' },
      next: { blockHeight: 3, coinSupply: '154865.19835263' },
    },
    currencyHistory: {
      states: [
        { blockHeight: 0, supply: '0.00000000', coinSupply: '0.00000000' },
        { blockHeight: 1, supply: '155000.00000000', coinSupply: '154814.78884585' },
        { blockHeight: 3, supply: '155000.00000000', coinSupply: '154837.24309014' },
      ],
    },
    bridge: { coinSupply: null },
    root: { coinSupply: null },
  });
});

test('coinSupply of a state in a list is that of its own block', async () => {
  const { data } = await graph.ask(
    `{ currencyHistory(currency: "${VRSCTEST}", fromHeight: 1, toHeight: 3) { states { supply coinSupply } } }`,
  );
  expect(data.currencyHistory.states).toHaveLength(3);
  for (const { supply, coinSupply } of data.currencyHistory.states) expect(coinSupply).toBe(supply);
  const representations = [
    {
      __typename: 'Block',
      chainId: pchain.network.chainId,
      hash: hex(pchain.blocks[3]?.hash ?? new Uint8Array()),
      at: 5,
    },
  ];
  const { data: block } = await graph.ask(
    `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Block { currencyStates { states { currency { name at } coinSupply } } } } }`,
    { representations },
    'MAINNET',
  );
  expect(block._entities[0].currencyStates.states).toEqual([
    { currency: { name: 'pchain', at: 5 }, coinSupply: '154837.24309014' },
  ]);
});
