import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { findDefinitionPayload, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import { openStand, type Stand } from './stand.ts';

const TABLES = ['launch', 'launch_status', 'launch_total', 'launch_contributor', 'launch_gathered'];
const network = announcedNetwork('vrsctest-a', { hasDefinition: true });
const { chainId } = network;
const blocks = readStreamedBlocks('vrsctest-a');
const [TOK1, FAILCOIN, BASKET1] = [
  'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn',
  'iLeuJo2ezSh8qb2rHTYj1zaC2JbJaYqst1',
  'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX',
];
const SELECTION = `currency { currencyId } launchState startBlock contributors preallocations { address amount }
  reserves { currency { currencyId } minimum maximum accepted refunded launchPrice carveOut }`;

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
  await stand.apply(network, blocks);
});
afterAll(() => stand.close());

interface Printed {
  flags: number;
  supply: string;
  initialsupply: string;
  currencies?: Record<string, { primarycurrencyin: string; lastconversionprice: string }>;
}

function statesAt(chain: typeof blocks, height: number): Map<string, Printed> {
  const states = new Map<string, Printed>();
  for (const { transactions } of chain.slice(0, height + 1)) {
    for (const { kind, payloadJson } of transactions.flatMap(({ outputs }) => outputs)) {
      if (kind !== 'acceptednotarization') continue;
      const text = payloadJson.replace(/:\s*(-?\d+\.\d+)/g, ':"$1"');
      const { currencyid, currencystate } = JSON.parse(text);
      states.set(currencyid, currencystate);
    }
  }
  return states;
}

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
async function launchesAt(height: number, args = ''): Promise<any[]> {
  const { launches } = await stand.data(
    `{ launches(asOf: { height: ${height} } ${args}) { launches { ${SELECTION} } } }`,
  );
  return launches.launches;
}

const sat = (text: string) => satoshisFromDecimalText(text);

test('each recorded launch is decided one block after its start and over one block later, 5 of 5', async () => {
  const all = await launchesAt(blocks.length - 1);
  expect(all).toHaveLength(5);
  for (const { currency, startBlock, launchState: last } of all) {
    const statusAt = async (height: number) =>
      (await launchesAt(height)).find((one) => one.currency.currencyId === currency.currencyId)?.launchState;
    const isFailed = currency.currencyId === FAILCOIN;
    expect(await statusAt(startBlock)).toBe('PRELAUNCH');
    expect(await statusAt(startBlock + 1)).toBe(isFailed ? 'REFUNDING' : 'LAUNCHED');
    expect(await statusAt(startBlock + 2)).toBe(isFailed ? 'REFUNDING' : 'COMPLETE');
    expect(last).toBe(isFailed ? 'REFUNDING' : 'COMPLETE');
  }
});

test('what a launch accepted makes its price and its supply, and is there exactly where it took place', async () => {
  const definitions = new Map(
    blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ outputs }) =>
        outputs.flatMap((output) => {
          const payload = findDefinitionPayload(output);
          const definition = payload && readDefinition(payload);
          return definition === undefined ? [] : [[definition.currencyId, definition] as const];
        }),
      ),
    ),
  );
  for (const { currency, launchState, startBlock, reserves, preallocations } of await launchesAt(blocks.length - 1)) {
    const definition = definitions.get(currency.currencyId);
    const state = statesAt(blocks, startBlock + 2).get(currency.currencyId);
    if (definition === undefined || state === undefined) throw new Error('no such currency');
    const gathered = (await launchesAt(startBlock)).find((one) => one.currency.currencyId === currency.currencyId);
    const isMet = gathered.reserves.every(
      (one: { accepted: string; minimum: string }) => sat(one.accepted) >= sat(one.minimum),
    );
    expect(launchState === 'COMPLETE').toBe(isMet);
    if (launchState !== 'COMPLETE') continue;
    expect(reserves.map(({ accepted }: { accepted: string }) => accepted)).toEqual(
      gathered.reserves.map(({ accepted }: { accepted: string }) => accepted),
    );
    let supply = preallocations.reduce((sum: bigint, { amount }: { amount: string }) => sum + sat(amount), 0n);
    for (const [index, { accepted, launchPrice, currency: reserve }] of reserves.entries()) {
      const flow = state.currencies?.[reserve.currencyId];
      if (definition.initialSupply === null) {
        expect(sat(launchPrice)).toBe(definition.conversions[index]);
        supply += (sat(accepted) * 100_000_000n) / sat(launchPrice);
      } else {
        const base = definition.initialSupply * (definition.reserveWeights[index]?.weight ?? 0n);
        expect(sat(launchPrice)).toBe((sat(accepted) * 10n ** 16n + base - 1n) / base);
        expect(accepted).toBe(flow?.primarycurrencyin);
      }
    }
    expect(sat(state.supply)).toBe(supply + (definition.initialSupply ?? 0n));
  }
});

test('a launch that failed paid back every contribution in full', async () => {
  const [before, after] = [await launchesAt(211), await launchesAt(212)].map(
    (all) => all.find(({ currency }) => currency.currencyId === FAILCOIN).reserves,
  );
  const reserve = { currency: { currencyId: chainId }, minimum: '1000000.00000000', maximum: '2000000.00000000' };
  const none = { launchPrice: null, carveOut: '0.00000000' };
  expect(before).toEqual([{ ...reserve, ...none, accepted: '76.98075000', refunded: '0.00000000' }]);
  expect(after).toEqual([{ ...reserve, ...none, accepted: '0.00000000', refunded: '77.00000000' }]);
});

test('lists have the launches of a status, and a currency has its launch with its contributions', async () => {
  const ids = async (height: number, args: string) =>
    (await launchesAt(height, args)).map(({ currency }) => currency.currencyId);
  expect(await ids(208, 'launchState: LAUNCHED')).toEqual([TOK1]);
  expect(await ids(600, 'launchState: REFUNDING')).toEqual([FAILCOIN]);
  expect(await ids(187, '')).toEqual([]);
  expect(await ids(600, 'order: ASC')).toEqual((await ids(600, '')).reverse());
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Currency { launch {
    contributors contributions(limit: 3) { hasMore nextCursor transfers { blockHeight kind amount destination } } } } } }`;
  const keys = [231, 232, 240, null].map((at) => ({ __typename: 'Currency', chainId, currencyId: BASKET1, at }));
  const { _entities } = await stand.data(query, { keys });
  const found = _entities.map(
    ({ launch }: { launch: { contributors: number; contributions: { transfers: unknown[] } } }) =>
      launch === null ? null : [launch.contributions.transfers.length],
  );
  expect(found[0]).toBeNull();
  expect(found[1]).toEqual([3]);
  const { launch } = _entities[3];
  const heights = launch.contributions.transfers.map(({ blockHeight }: { blockHeight: number }) => blockHeight);
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
  expect(launch.contributions.hasMore).toBe(true);
  const next = await stand.data(
    `query ($keys: [_Any!]!, $cursor: String) { _entities(representations: $keys) { ... on Currency { launch {
      contributions(limit: 100, cursor: $cursor) { hasMore transfers { kind } } } } } }`,
    { keys: [keys[3]], cursor: launch.contributions.nextCursor },
  );
  // Its export has 5 inputs.
  expect(next._entities[0].launch.contributions.transfers).toHaveLength(2);
});

test('reverting to any height leaves the rows that were there at it, and applying again those of a straight sync', async () => {
  const straight = await stand.dump(...TABLES);
  await stand.revert(network, 186);
  const before = new Map<number, unknown>();
  const heights = [188, 192, 197, 208, 209, 211, 212, 233, 241, 252, 253];
  for (const height of heights) {
    const applied = Math.max(...before.keys(), 186);
    await stand.apply(network, blocks.slice(applied + 1, height + 1), 3);
    before.set(height, await stand.dump(...TABLES));
  }
  for (const [height, rows] of [...before].reverse()) {
    await stand.revert(network, height);
    expect(await stand.dump(...TABLES)).toEqual(rows);
  }
  await stand.apply(network, blocks.slice(189));
  expect(await stand.dump(...TABLES)).toEqual(straight);
});
