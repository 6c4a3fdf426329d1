import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import {
  buildBlock,
  carryToken,
  identityOf,
  keyAddress,
  lockCoinbase,
  pay,
  payConditions,
  writeIdentity,
} from './guarded-blocks.ts';

const [ANN, BEN] = ['ann', 'ben'].map(identityOf) as [string, string];
const KEY = keyAddress(1);
const TOKEN = identityOf('token');
const QUERY = `query ($address: String!, $asOf: AsOf) { address(address: $address, asOf: $asOf) {
  balance balanceParts { spendable immature locked } utxos { utxos { blockHeight vout value spendable unlockHeight } } } }`;

let database: AddressDatabase;
let graph: AddressGraph;

beforeEach(async () => {
  database = await AddressDatabase.create();
  graph = await openAddressGraph(database);
});
afterEach(async () => {
  await graph.close();
  await database.close();
});

function chain(
  to: number,
  given: Readonly<Record<number, Parameters<typeof buildBlock>[2]>>,
  minted: typeof given = {},
): Block[] {
  return Array.from({ length: to + 1 }, (_, height) =>
    buildBlock(VRSCTEST, height, given[height] ?? [], minted[height] ?? []),
  );
}

async function read(address: string, height: number): Promise<Untyped> {
  const { data, errors } = await graph.ask(QUERY, { address, asOf: { height } });
  expect(errors).toBeUndefined();
  return data.address;
}

async function unlockAt(address: string, height: number, vout: number): Promise<unknown> {
  const { utxos } = (await read(address, height)).utxos;
  const found = utxos.find((utxo: Untyped) => utxo.vout === vout && utxo.value !== '0.00000000');
  return found.spendable ? [true, found.unlockHeight] : found.unlockHeight;
}

const OPEN = [true, null];

test('a lock that ends names the block after its timelock; a delay, a revocation and a missing registration name none', async () => {
  await database.apply(
    chain(12, {
      1: [pay(ANN), pay(KEY)],
      2: [writeIdentity(ANN)],
      3: [writeIdentity(ANN, { timelock: 6 })],
      7: [writeIdentity(ANN, { flags: 2, timelock: 3 })],
      8: [writeIdentity(ANN, { timelock: 10 })],
      11: [writeIdentity(ANN, { flags: 0x8000 })],
    }),
  );
  const heights = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11];
  const unlocks = await Promise.all(heights.map((height) => unlockAt(ANN, height, 0)));
  expect(Object.fromEntries(heights.map((height, index) => [height, unlocks[index]]))).toEqual({
    1: null,
    2: OPEN,
    3: 7,
    5: 7,
    6: OPEN,
    7: null,
    8: 11,
    9: 11,
    10: OPEN,
    11: null,
  });
  expect(await unlockAt(KEY, 3, 1)).toEqual(OPEN);
});

test('of several signers, the height at which as many are free as the output wants', async () => {
  const shared = [
    payConditions(1, [{ needed: 1, of: [ANN, BEN] }]),
    payConditions(1, [{ needed: 2, of: [ANN, BEN] }]),
    payConditions(1, [{ needed: 2, of: [ANN, BEN, identityOf('no one')] }]),
  ];
  await database.apply(
    chain(9, {
      1: [...shared, writeIdentity(ANN, { timelock: 5 }), writeIdentity(BEN, { timelock: 8 })],
      7: [writeIdentity(BEN, { flags: 0x8000 })],
    }),
  );
  const of = (height: number) => Promise.all([0, 1, 2].map((vout) => unlockAt(ANN, height, vout)));
  expect(await of(1)).toEqual([6, 9, 9]);
  expect(await of(5)).toEqual([OPEN, 9, 9]);
  expect(await of(7)).toEqual([OPEN, null, null]);
});

test('a coinbase names its maturity, and what waits for more than one thing the last of them', async () => {
  const { paid, note } = lockCoinbase(115);
  const [script] = paid.addresses as [string];
  await database.apply(
    chain(
      130,
      { 6: [writeIdentity(ANN, { timelock: 120 }), writeIdentity(BEN, { timelock: 50 })] },
      { 5: [paid, pay(KEY), note], 100: [paid, note], 101: [pay(ANN), pay(BEN)] },
    ),
  );
  expect(await unlockAt(KEY, 103, 1)).toBe(105);
  expect(await unlockAt(KEY, 104, 1)).toEqual(OPEN);
  const ofScript = async (height: number) =>
    (await read(script, height)).utxos.utxos.map(({ unlockHeight }: Untyped) => unlockHeight);
  expect(await ofScript(110)).toEqual([200, 116]);
  expect(await ofScript(115)).toEqual([200, null]);
  // The identity is free at 121, and the coinbase mature at 201.
  expect(await unlockAt(ANN, 110, 0)).toBe(201);
  expect(await unlockAt(BEN, 110, 1)).toBe(201);
});

test('what waits is immature if it waits for maturity alone, and locked otherwise; the parts are the balance', async () => {
  const { paid, note } = lockCoinbase(115);
  const held = { ...pay(KEY, 64n), scriptType: 'cryptocondition', kind: 'reservetransfer', spendable: false };
  await database.apply(
    chain(
      130,
      {
        2: [pay(KEY, 1n), held],
        3: [
          payConditions(1, [{ needed: 2, of: [KEY, ANN] }], 2n),
          carryToken(payConditions(1, [{ needed: 2, of: [KEY, ANN] }], 4n), TOKEN),
        ],
        4: [writeIdentity(ANN, { timelock: 120 })],
      },
      { 5: [paid, note], 60: [pay(KEY, 8n)], 61: [payConditions(1, [{ needed: 2, of: [KEY, ANN] }], 16n)] },
    ),
  );
  const coins = (satoshis: number) => `0.${String(satoshis).padStart(8, '0')}`;
  const parts = (spendable: number, immature: number, locked: number) => ({
    balance: coins(spendable + immature + locked),
    balanceParts: { spendable: coins(spendable), immature: coins(immature), locked: coins(locked) },
  });
  const at = async (height: number) => {
    const { balance, balanceParts } = await read(KEY, height);
    return { balance, balanceParts };
  };
  expect(await at(1)).toEqual(parts(0, 0, 0));
  expect(await at(3)).toEqual(parts(1, 0, 64 + 2 + 4));
  expect(await at(61)).toEqual(parts(1, 8, 64 + 2 + 4 + 16));
  expect(await at(119)).toEqual(parts(1, 8, 64 + 2 + 4 + 16));
  // Ann is free, so her coinbase only waits for its maturity.
  expect(await at(120)).toEqual(parts(1 + 2 + 4, 8 + 16, 64));
  // A contract's output has its own amount, and counts nowhere as spendable.
  const { data } = await graph.ask(
    `{ addressUtxos(address: "${KEY}", currency: "${VRSCTEST}", spendableOnly: true) { totalCount utxos { vout } } }`,
  );
  expect(data.addressUtxos.totalCount).toBe(data.addressUtxos.utxos.length);
});
