import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { openStand, type Stand } from './stand.ts';
import { printedSupplies, type Steps, unitsInOutputs } from './supply-oracle.ts';

const NAMES = ['vrsctest-a', 'pchain-a', 'mempool-a'] as const;
type Name = (typeof NAMES)[number];
const [TOK1, TOK2, BASKET] = [
  'iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn',
  'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS',
  'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX',
];
const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const blocks = Object.fromEntries(NAMES.map((name) => [name, readStreamedBlocks(name)])) as Record<
  Name,
  ReturnType<typeof readStreamedBlocks>
>;
const network = (name: Name) => ({
  ...announcedNetwork(name, { hasDefinition: name !== 'mempool-a' }),
  environment: Environment.TESTNET,
});

/** Two recordings are of the same chain, so each has its own database. */
const stands = new Map<Name, Stand>();
beforeAll(async () => {
  for (const name of NAMES) {
    const stand = await openStand();
    stands.set(name, stand);
    await stand.apply(network(name), blocks[name]);
  }
});
afterAll(() => Promise.all([...stands.values()].map((stand) => stand.close())));

function standOf(name: Name): Stand {
  const stand = stands.get(name);
  if (stand === undefined) throw new Error(`no database for ${name}`);
  return stand;
}

interface Event {
  kind: string;
  amount: string;
  supply: string;
  followsRules: boolean;
  blockHeight: number;
  txid: string;
}

const FIELDS = 'kind amount supply followsRules blockHeight txid';

async function listAll(name: Name, currencyId: string, args = ''): Promise<Event[]> {
  const all: Event[] = [];
  let cursor: string | null = null;
  do {
    const query = `query ($cursor: String) {
      supplyEvents(chainId: "${network(name).chainId}", currency: "${currencyId}", order: ASC, limit: 30, cursor: $cursor ${args}) { nextCursor supplyEvents { ${FIELDS} } } }`;
    const { supplyEvents } = await standOf(name).data(query, { cursor });
    all.push(...supplyEvents.supplyEvents);
    cursor = supplyEvents.nextCursor;
  } while (cursor !== null);
  return all;
}

function stepsOf(events: readonly Event[]): Steps {
  return new Map(events.map(({ blockHeight, supply }) => [blockHeight, satoshisFromDecimalText(supply)]));
}

test.each(NAMES)('events of %s give each currency the supply that its states print, block by block', async (name) => {
  const { chainId } = network(name);
  const printed = printedSupplies(blocks[name], chainId);
  expect(printed.size).toBeGreaterThan(1);
  for (const [currencyId, steps] of printed) {
    const events = await listAll(name, currencyId);
    let supply = 0n;
    for (const event of events) {
      supply += satoshisFromDecimalText(event.amount);
      expect(event).toMatchObject({ followsRules: true });
      expect(satoshisFromDecimalText(event.supply)).toBe(supply);
    }
    const found = stepsOf(events);
    // A block whose events cancel out would change nothing, but no recorded one does.
    expect([...found]).toEqual([...steps]);
  }
});

test('currencies of other systems have what lies in outputs and in the fee pool, at every height', async () => {
  const units = unitsInOutputs(blocks['pchain-a']);
  expect(units.get(TOK1)).toBeUndefined();
  const events = await listAll('pchain-a', VRSCTEST);
  expect([...stepsOf(events)]).toEqual([...(units.get(VRSCTEST) ?? [])]);
  expect(events.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'IMPORT 30100.00000000',
    'IMPORT 6.25176289',
    'EXPORT -20.04797318',
    'IMPORT 1100.47584852',
  ]);
});

test('each kind is seen where its transfers were paid', async () => {
  const ofBasket = await listAll('vrsctest-a', BASKET);
  const at = (height: number) =>
    ofBasket.filter(({ blockHeight }) => blockHeight === height).map(({ kind, amount }) => `${kind} ${amount}`);
  expect(at(253)).toEqual(['PREALLOCATION 1000.00000000', 'LAUNCH 100000.00000000']);
  // Half of the conversion fee of 0.00224599 is burned, and the import sells the rest for native coins.
  expect(at(272)).toEqual([
    'SELL -8.98174978',
    'BUY 80.96479225',
    'BUY 73.72921316',
    'SELL -0.00112300',
    'FEE_BURN -0.00112299',
  ]);
  expect(at(356)).toEqual(['BURN -3.00000000']);
  const minted = (await listAll('vrsctest-a', TOK2)).filter(({ kind }) => kind === 'MINT');
  const { transfers } = await standOf('vrsctest-a').data(
    '{ transfers(kind: MINT, order: ASC) { transfers { amount import { txid } } } }',
  );
  expect(minted.map(({ amount, txid }) => ({ amount, import: { txid } }))).toEqual(transfers.transfers);
  const ofToken = await listAll('vrsctest-a', TOK1);
  expect(ofToken.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'PREALLOCATION 5000.00000000',
    'PREALLOCATION 2500.50000000',
    'LAUNCH 1999.50000000',
    'LAUNCH 500.12493750',
    'BURN -10.00000000',
  ]);
});

test('a currency lists its events newest first, as of any block, and a range has those of its blocks', async () => {
  const all = await listAll('vrsctest-a', BASKET);
  const within = await listAll('vrsctest-a', BASKET, ', fromHeight: 264, toHeight: 290');
  expect(within).toEqual(all.filter(({ blockHeight }) => blockHeight >= 264 && blockHeight <= 290));
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Currency { supplyEvents(limit: 2) {
    hasMore supplyEvents { ${FIELDS} currency { currencyId } } } } } }`;
  const keys = [252, 253, 300, null].map((at) => ({
    __typename: 'Currency',
    chainId: VRSCTEST,
    currencyId: BASKET,
    at,
  }));
  const { _entities } = await standOf('vrsctest-a').data(query, { keys });
  for (const [index, { at }] of keys.entries()) {
    const newest = all.filter(({ blockHeight }) => blockHeight <= (at ?? Number.POSITIVE_INFINITY)).reverse();
    const wanted = newest.slice(0, 2).map((event) => ({ ...event, currency: { currencyId: BASKET } }));
    expect(_entities[index].supplyEvents).toEqual({ hasMore: newest.length > 2, supplyEvents: wanted });
  }
});

test('reverting to a block leaves the supplies that were there at it, whatever the size of batches', async () => {
  const stand = standOf('pchain-a');
  const straight = await stand.dump('supply_event', 'currency_system');
  const other = await openStand();
  const heights = [0, 1, 2, 246, 378];
  const before = new Map<number, unknown>();
  for (const [index, height] of heights.entries()) {
    const from = index === 0 ? 0 : (heights[index - 1] ?? 0) + 1;
    await other.apply(network('pchain-a'), blocks['pchain-a'].slice(from, height + 1), 17);
    before.set(height, await other.dump('supply_event', 'currency_system'));
  }
  await other.close();
  for (const height of heights.reverse()) {
    await stand.revert(network('pchain-a'), height);
    expect(await stand.dump('supply_event', 'currency_system')).toEqual(before.get(height));
  }
  await stand.apply(network('pchain-a'), blocks['pchain-a'].slice(1), 100);
  expect(await stand.dump('supply_event', 'currency_system')).toEqual(straight);
});
