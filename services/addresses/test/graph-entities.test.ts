import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { readAddresses } from './recorded-answers.ts';

const USED = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const NEVER_USED = encodeAddress('PUBLIC_KEY_HASH', new Uint8Array(20).fill(7));
const IDENTITY = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const SYSTEM = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const FIELDS = 'address type isSystem balance received sent txCount utxoCount firstSeenHeight lastSeenHeight';
const ENTITIES = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Address { at ${FIELDS}
  balances(limit: 2) { balances { currencyId satoshis } } utxos(limit: 3) { totalCount utxos { txid vout } }
  transactions(limit: 2) { totalCount transactions { txid timestamp block { hash } } } } } }`;

const blocks = readNormalizedBlocks('vrsctest-a');
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Untyped> {
  const { data, errors } = await graph.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

function addressKey(address: string, at: number | null = null) {
  return { __typename: 'Address', chainId: VRSCTEST, address, at };
}

test('an address that was never used is all zeros, not an error', async () => {
  const { address } = await ask(`{ address(address: "${NEVER_USED}") { ${FIELDS} identity { identityAddress } } }`);
  expect(address).toEqual({
    address: NEVER_USED,
    type: 'PUBLIC_KEY_HASH',
    isSystem: false,
    balance: '0.00000000',
    received: '0.00000000',
    sent: '0.00000000',
    txCount: 0,
    utxoCount: 0,
    firstSeenHeight: null,
    lastSeenHeight: null,
    identity: null,
  });
});

test('a name in any case is its i-address, and only i-addresses have an identity', async () => {
  const data = await ask(`{
    named: address(address: "ALPHA.vrsctest@") { address type identity { chainId identityAddress at } }
    short: address(address: "alpha@") { address }
    key: address(address: "${USED}") { type identity { identityAddress } }
    system: address(address: "${SYSTEM}") { isSystem } }`);
  expect(data.named).toEqual({
    address: data.short.address,
    type: 'IDENTITY',
    identity: { chainId: VRSCTEST, identityAddress: data.short.address, at: null },
  });
  expect(data.key).toEqual({ type: 'PUBLIC_KEY_HASH', identity: null });
  expect(data.system).toEqual({ isSystem: true });
});

test('objects reached through asOf answer at it, keys of other subgraphs included', async () => {
  const { address } = await ask(
    `{ address(address: "${IDENTITY}", asOf: { height: 300 }) { at lastSeenHeight identity { at }
       balances { balances { currency { currencyId at } lastChangeHeight } }
       utxos(limit: 100) { utxos { blockHeight confirmations } } transactions(limit: 1) { transactions { blockHeight amounts { currency { at } } } } } }`,
  );
  expect(address.at).toBe(300);
  expect(address.identity).toEqual({ at: 300 });
  expect(address.lastSeenHeight).toBeLessThanOrEqual(300);
  for (const { currency, lastChangeHeight } of address.balances.balances) {
    expect(currency.at).toBe(300);
    expect(lastChangeHeight).toBeLessThanOrEqual(300);
  }
  for (const utxo of address.utxos.utxos) expect(utxo.confirmations).toBe(300 - utxo.blockHeight + 1);
  expect(address.transactions.transactions[0].blockHeight).toBe(address.lastSeenHeight);
});

test('a pin is the tip of a request', async () => {
  const pins = `${VRSCTEST}:300:${hex(blocks[300]?.hash ?? new Uint8Array())}`;
  const query = `{ address(address: "${IDENTITY}") { at ${FIELDS} } }`;
  const pinned = await graph.ask(query, {}, { pins });
  const asOf = await ask(`{ address(address: "${IDENTITY}", asOf: { height: 300 }) { ${FIELDS} } }`);
  expect(pinned).toEqual({ data: { address: { at: null, ...asOf.address } } });
});

test('a block stands behind UTXOs and transactions', async () => {
  const { address } = await ask(`{ address(address: "${USED}") { transactions(limit: 1) { transactions {
    txid blockHeight timestamp block { chainId hash } transaction { chainId txid } } } } }`);
  const [row] = address.transactions.transactions;
  const block = blocks[row.blockHeight];
  expect(row.block).toEqual({ chainId: VRSCTEST, hash: hex(block?.hash ?? new Uint8Array()) });
  expect(row.timestamp).toBe(`${new Date(Number(block?.time) * 1000).toISOString().slice(0, 19)}Z`);
  expect(row.transaction).toEqual({ chainId: VRSCTEST, txid: row.txid });
});

test('entities come in one batch: a hundred addresses take as many statements as two', async () => {
  const addresses = readAddresses('vrsctest-a').map(({ address }) => address);
  const count = async (keys: unknown[]) => {
    const before = database.statements.length;
    const { _entities } = await ask(ENTITIES, { keys });
    expect(_entities).toHaveLength(keys.length);
    expect(_entities).not.toContain(null);
    // The directory of networks is read by the clock, not for a request.
    return database.statements.slice(before).filter((statement) => !statement.includes('FROM network')).length;
  };
  const few = addresses.slice(0, 2).map((address) => addressKey(address, 400));
  const many = addresses.slice(100, 200).map((address) => addressKey(address, 400));
  expect(await count(many)).toBe(await count(few));
});

test('a batch answers each key at its own height, and what is no address with null', async () => {
  const at = [addressKey(IDENTITY), addressKey(IDENTITY, 300), addressKey('nonsense'), addressKey(USED, 150)];
  const { _entities } = await ask(ENTITIES, { keys: at });
  const single = await Promise.all(at.map(async (key) => (await ask(ENTITIES, { keys: [key] }))._entities[0]));
  expect(_entities).toEqual(single);
  expect(_entities[2]).toBeNull();
  expect(_entities[0].txCount).toBeGreaterThan(_entities[1].txCount);
});

test('a currency has its rich list at the height it was reached at', async () => {
  const query = `query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Currency { currencyId richList(limit: 2) {
    asOfHeight totalCount currency { currencyId at } entries { rank balance share address { address at balance } } } } } }`;
  const key = { __typename: 'Currency', chainId: VRSCTEST, currencyId: VRSCTEST };
  const { _entities } = await ask(query, {
    keys: [
      { ...key, at: null },
      { ...key, at: 10 },
    ],
  });
  expect(_entities.map((currency: Untyped) => currency.richList.asOfHeight)).toEqual([667, 10]);
  const [now, then] = _entities;
  expect(now.richList.entries).toHaveLength(2);
  expect(now.richList.currency.at).toBeNull();
  expect(then.richList.currency.at).toBe(10);
  for (const { balance, address } of then.richList.entries) expect(address).toEqual({ ...address, at: 10, balance });
});
