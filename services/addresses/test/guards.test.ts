import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { countLocked, listUtxos } from '#/db/list-utxos.ts';
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
import { dumpTables } from './table-dump.ts';

const [ANN, BEN, CAT] = ['ann', 'ben', 'cat'].map(identityOf) as [string, string, string];
const NEVER_REGISTERED = identityOf('no one');
const [KEY, OTHER_KEY] = [keyAddress(1), keyAddress(2)];
const TOKEN = identityOf('token');
/** Its secret key is public. */
const STAKE_GUARD = 'RCG8KwJNDVwpUBcdoa6AoHqHVJsA1uMYMR';
const UTXOS = `query ($address: String!, $asOf: AsOf, $spendableOnly: Boolean, $currencyId: String) {
  addressUtxos(address: $address, asOf: $asOf, spendableOnly: $spendableOnly, currency: $currencyId) {
    totalCount utxos { txid vout kind spendable } } }`;

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

async function ask(address: string, height: number, more: Record<string, unknown> = {}): Promise<Untyped> {
  const { data, errors } = await graph.ask(UTXOS, { address, asOf: { height }, ...more });
  expect(errors).toBeUndefined();
  return data.addressUtxos;
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

function mostRows(node: PlanNode & { 'Rows Removed by Filter'?: number }): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'];
  return Math.max(node['Actual Rows'] * node['Actual Loops'] + removed, ...(node.Plans ?? []).map(mostRows));
}

async function spendableAt(address: string, height: number): Promise<number[]> {
  const { utxos } = await ask(address, height);
  const flagged = utxos.filter((utxo: Untyped) => utxo.spendable).map(({ vout }: Untyped) => vout);
  for (const currencyId of [null, VRSCTEST]) {
    const only = await ask(address, height, { spendableOnly: true, currencyId });
    expect(only.utxos.map(({ vout }: Untyped) => vout)).toEqual(flagged);
    expect(only.totalCount).toBe(flagged.length);
  }
  return flagged.toSorted();
}

function chain(to: number, given: Readonly<Record<number, Parameters<typeof buildBlock>[2]>>): Block[] {
  return Array.from({ length: to + 1 }, (_, height) => buildBlock(VRSCTEST, height, given[height] ?? []));
}

test('an identity locked until a height signs in the block after it, and not before', async () => {
  const given = { 1: [writeIdentity(ANN), pay(ANN)], 5: [writeIdentity(ANN, { timelock: 10 })] };
  // The daemon prints the highest height as -1.
  await database.apply(chain(12, { ...given, 12: [writeIdentity(ANN, { timelock: -1 })] }));
  // As of a height the next block spends: with timelock 10 the block of height 11 is the first.
  const heights = [1, 4, 5, 8, 9, 10, 11, 12];
  const spendable = await Promise.all(heights.map(async (height) => (await spendableAt(ANN, height)).length));
  expect(Object.fromEntries(heights.map((height, index) => [height, spendable[index]]))).toEqual({
    1: 1,
    4: 1,
    5: 0,
    8: 0,
    9: 0,
    10: 1,
    11: 1,
    12: 0,
  });
});

test('with the flag, the timelock is a delay: it counts from the unlock, which names a height', async () => {
  await database.apply(
    chain(12, {
      1: [writeIdentity(ANN, { flags: 2, timelock: 3 }), pay(ANN)],
      6: [writeIdentity(ANN, { timelock: 9 })],
    }),
  );
  expect(await spendableAt(ANN, 5)).toEqual([]);
  expect(await spendableAt(ANN, 8)).toEqual([]);
  expect(await spendableAt(ANN, 9)).toEqual([1]);
});

test('a revoked identity cannot spend until it is recovered; the last state in a block counts', async () => {
  await database.apply(
    chain(8, {
      1: [writeIdentity(ANN), pay(ANN), pay(KEY)],
      3: [writeIdentity(ANN), writeIdentity(ANN, { flags: 0x8000 })],
      5: [writeIdentity(ANN, { flags: 0x8000 | 2, timelock: 1 })],
      6: [writeIdentity(ANN, { flags: 0x8000 }), writeIdentity(ANN)],
    }),
  );
  expect(await Promise.all([2, 3, 5, 6].map((height) => spendableAt(ANN, height)))).toEqual([[1], [], [], [1]]);
  expect(await spendableAt(KEY, 3)).toEqual([2]);
});

test('an identity of layout 1 knows no lock, but can be revoked', async () => {
  await database.apply(
    chain(4, {
      1: [writeIdentity(ANN, { version: 1, flags: 2, timelock: 100 }), pay(ANN)],
      3: [writeIdentity(ANN, { version: 1, flags: 0x8000 })],
    }),
  );
  expect(await spendableAt(ANN, 2)).toEqual([1]);
  expect(await spendableAt(ANN, 3)).toEqual([]);
});

test('what pays an identity that no one registered waits for its registration', async () => {
  await database.apply(chain(4, { 1: [pay(ANN)], 3: [writeIdentity(ANN)] }));
  expect(await spendableAt(ANN, 2)).toEqual([]);
  expect(await spendableAt(ANN, 3)).toEqual([0]);
});

test('of several signers, as many must be able to sign as the condition wants', async () => {
  const shared = [
    payConditions(1, [{ needed: 1, of: [KEY, ANN] }]),
    payConditions(1, [{ needed: 2, of: [KEY, ANN] }]),
    payConditions(1, [{ needed: 2, of: [KEY, ANN, BEN] }]),
    payConditions(1, [{ needed: 3, of: [KEY, ANN, BEN] }]),
    payConditions(1, [{ needed: 2, of: [KEY, NEVER_REGISTERED] }]),
    payConditions(1, [
      { needed: 1, of: [ANN] },
      { needed: 1, of: [STAKE_GUARD] },
      { needed: 2, of: [KEY, OTHER_KEY, CAT] },
    ]),
    payConditions(2, [
      { needed: 2, of: [ANN, CAT] },
      { needed: 1, of: [BEN, CAT] },
      { needed: 2, of: [KEY, STAKE_GUARD] },
    ]),
    payConditions(1, [
      { needed: 1, of: [ANN] },
      { needed: 1, of: [STAKE_GUARD] },
    ]),
  ];
  await database.apply(
    chain(9, {
      1: [...shared, ...[ANN, BEN, CAT].map((one) => writeIdentity(one))],
      2: [writeIdentity(ANN, { flags: 0x8000 })],
      3: [writeIdentity(BEN, { timelock: 6 })],
      4: [writeIdentity(ANN)],
      5: [writeIdentity(ANN, { timelock: 7 })],
    }),
  );
  const of = async (height: number) => ({ key: await spendableAt(KEY, height), ann: await spendableAt(ANN, height) });
  // Everyone can sign except the unknown identity and a protocol key.
  expect(await of(1)).toEqual({ key: [0, 1, 2, 3, 5, 6], ann: [0, 1, 2, 3, 5, 6, 7] });
  // Ann is revoked.
  expect(await of(2)).toEqual({ key: [0, 2, 5], ann: [0, 2, 5] });
  // Ben is locked as well.
  expect(await of(3)).toEqual({ key: [0, 5], ann: [0, 5] });
  // Ann is back, Ben still locked.
  expect(await of(4)).toEqual({ key: [0, 1, 2, 5, 6], ann: [0, 1, 2, 5, 6, 7] });
  expect(await of(5)).toEqual({ key: [0, 5], ann: [0, 5] });
  // Block 7 is the first for Ben, block 8 for Ann.
  expect(await of(6)).toEqual({ key: [0, 2, 5], ann: [0, 2, 5] });
  expect(await of(7)).toEqual({ key: [0, 1, 2, 3, 5, 6], ann: [0, 1, 2, 3, 5, 6, 7] });
});

test('a payment to an identity has no kind, as other plain outputs', async () => {
  await database.apply(chain(2, { 1: [pay(ANN), pay(KEY), writeIdentity(ANN)] }));
  const { utxos } = await ask(ANN, 2);
  expect(utxos.map(({ kind }: Untyped) => kind)).toEqual(['identityprimary', null]);
});

describe('reorganisations and batches', () => {
  const given = {
    1: [writeIdentity(ANN), pay(ANN), payConditions(1, [{ needed: 2, of: [ANN, BEN] }]), writeIdentity(BEN)],
    3: [pay(ANN), payConditions(1, [{ needed: 2, of: [ANN, BEN] }]), payConditions(1, [{ needed: 1, of: [BEN, CAT] }])],
    5: [writeIdentity(ANN, { flags: 0x8000 }), pay(ANN)],
    7: [payConditions(1, [{ needed: 1, of: [CAT, ANN] }]), writeIdentity(CAT)],
  };
  const blocks = chain(8, given);

  async function dumpOf(some: readonly Block[], batch?: number) {
    const fresh = await AddressDatabase.create();
    await fresh.apply(some, batch);
    const dump = await dumpTables(fresh.db, VRSCTEST);
    await fresh.close();
    return dump;
  }

  test('rows do not depend on how blocks are cut, and a revert leaves those of a sync that stopped there', async () => {
    const whole = await dumpOf(blocks);
    for (const table of ['identity_lock', 'joint_guard', 'guarded_count']) {
      expect(whole[table]?.length).toBeGreaterThan(0);
    }
    for (const batch of [1, 2, 3]) expect(await dumpOf(blocks, batch)).toEqual(whole);
    await database.apply(blocks);
    for (const keep of [7, 6, 4, 2, 0]) {
      await database.revert(VRSCTEST, keep);
      expect(await dumpTables(database.db, VRSCTEST)).toEqual(await dumpOf(blocks.slice(0, keep + 1)));
    }
    await database.apply(blocks.slice(1));
    expect(await dumpTables(database.db, VRSCTEST)).toEqual(whole);
  });

  test('a revocation that a reorganisation takes back does not count any more', async () => {
    await database.apply(blocks);
    expect((await spendableAt(ANN, 6)).length).toBe(0);
    await database.revert(VRSCTEST, 4);
    await database.apply([buildBlock(VRSCTEST, 5, [pay(ANN)]), buildBlock(VRSCTEST, 6, [])]);
    expect((await spendableAt(ANN, 6)).length).toBeGreaterThan(2);
  });
});

test('a coinbase that is locked by time waits for its height, and for its maturity', async () => {
  const unlock = 115;
  const { paid, note } = lockCoinbase(unlock);
  const [address] = paid.addresses as [string];
  const young = buildBlock(VRSCTEST, 100, [], [paid, note]);
  const blocks = chain(230, {}).map((block) => (block.height === 5 || block.height === 100 ? undefined : block));
  const first = buildBlock(VRSCTEST, 5, [], [paid, pay(KEY), note]);
  await database.apply(blocks.map((block, height) => block ?? (height === 5 ? first : young)));
  const heights = [103, 104, 113, 114, 115, 198, 199];
  const counts = await Promise.all(heights.map(async (height) => (await spendableAt(address, height)).length));
  // CHECKLOCKTIMEVERIFY makes the block after the unlock height the first; the younger coinbase is mature in block 200.
  expect(counts).toEqual([0, 0, 0, 0, 1, 1, 2]);
  // Another output of the same coinbase is only immature: only VRSC withholds it (read-guards.test.ts).
  expect(await Promise.all([103, 104].map((height) => spendableAt(KEY, height)))).toEqual([[], [1]]);
});

test('a page reads only the outputs behind open guards, however many wait behind closed ones', async () => {
  const payments = Array.from({ length: 1_000 }, () => payConditions(1, [{ needed: 2, of: [KEY, ANN] }]));
  const tokens = payments.map((payment) => carryToken(payment, TOKEN));
  await database.apply(
    chain(9, {
      1: [pay(KEY), ...tokens, writeIdentity(ANN, { flags: 2, timelock: 5 }), pay(ANN)],
      ...Object.fromEntries([2, 3, 4, 5].map((height) => [height, tokens])),
      6: [pay(KEY)],
    }),
  );
  const { db } = database;
  await db.$executeRawUnsafe('ANALYZE');
  const recorder = recordStatements(db);
  for (const currencyId of [null, VRSCTEST, TOKEN]) {
    const page = { currencyId, spendableOnly: true, limit: 50, after: null };
    const key = { chainId: VRSCTEST, address: KEY, height: 9, matureHeight: 0 };
    expect(await listUtxos(recorder.db, [key], page)).toHaveLength(currencyId === TOKEN ? 0 : 2);
    await countLocked(recorder.db, [key], { currencyId });
  }
  const statements = recorder.take();
  expect(statements).toHaveLength(6);
  for (const { sql, values } of statements) {
    const [explained] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
      ...values,
    );
    const plan = explained?.['QUERY PLAN'][0].Plan;
    if (plan === undefined) throw new Error('no plan');
    expect(mostRows(plan)).toBeLessThan(100);
  }
  expect((await ask(KEY, 9, { spendableOnly: true })).totalCount).toBe(2);
  await database.apply([buildBlock(VRSCTEST, 10, [writeIdentity(ANN)])]);
  expect((await ask(KEY, 10, { spendableOnly: true })).totalCount).toBe(5_002);
});
