import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { registrationTable } from '#/db/registration-tables.ts';
import { decideKinds, type PlacedMovement } from '#/graph/find-movement-kinds.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { type OpenService, openService } from './open-service.ts';
import { type MovementReference, readMovements } from './recorded-movements.ts';

const vrsctest = readStreamedBlocks('vrsctest-a');
const pchain = readStreamedBlocks('pchain-a');
const QUERY = 'query ($keys: [_Any!]!) { _entities(representations: $keys) { ... on Movement { kind } } }';

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', vrsctest, 100);
  await service.apply('pchain-a', pchain, 100);
});
afterAll(() => service.close());

async function kindsOf(movements: readonly MovementReference[]): Promise<string[]> {
  const kinds: string[] = [];
  for (let start = 0; start < movements.length; start += 1_000) {
    const { data, errors } = await service.ask(QUERY, { keys: movements.slice(start, start + 1_000) });
    expect(errors).toBeUndefined();
    kinds.push(...data._entities.map(({ kind }: { kind: string }) => kind));
  }
  return kinds;
}

async function countKinds(movements: readonly MovementReference[]): Promise<Record<string, number>> {
  const owned = movements.filter(({ address }) => !SYSTEM_ADDRESSES.has(address));
  const counts: Record<string, number> = {};
  for (const [index, kind] of (await kindsOf(owned)).entries()) {
    const amount = owned[index]?.amount ?? '';
    const sign = amount.startsWith('-') ? '-' : amount === '0.00000000' ? '0' : '+';
    counts[`${kind} ${sign}`] = (counts[`${kind} ${sign}`] ?? 0) + 1;
  }
  return counts;
}

const VRSCTEST_KINDS = {
  'CONVERSION +': 99,
  'CONVERSION -': 934,
  'FEE +': 57,
  'FEE -': 43,
  'IDENTITY_FEE +': 1,
  'IDENTITY_FEE -': 1,
  'LAUNCH +': 12,
  'LAUNCH -': 25,
  'MINED +': 1_140,
  'MINT +': 7,
  'OFFER +': 11,
  'OFFER -': 19,
  'RECEIVED +': 3_284,
  'REFERRAL +': 5,
  'REFUND +': 1,
  'SELF -': 1,
  'SELF 0': 28,
  'SENT -': 2_202,
  'STAKED +': 3,
  'STAKED 0': 3,
};
const PCHAIN_KINDS = {
  'CONVERSION +': 4,
  'CONVERSION -': 10,
  'CROSS_CHAIN_IN +': 1,
  'CROSS_CHAIN_OUT -': 5,
  'FEE +': 8,
  'LAUNCH +': 3,
  'MINED +': 1_027,
  'RECEIVED +': 12,
  'SENT -': 14,
  'STAKED +': 58,
  'STAKED 0': 53,
};
const MEMPOOL_KINDS = {
  'CONVERSION +': 5,
  'CONVERSION -': 5,
  'FEE +': 13,
  'FEE -': 21,
  'IDENTITY_FEE -': 7,
  'LAUNCH +': 4,
  'LAUNCH -': 9,
  'MINED +': 485,
  'RECEIVED +': 1_214,
  'REFUND +': 1,
  'SELF 0': 1,
  'SENT -': 1_549,
};

test('every movement of every address of the recordings has a kind, and there are as many of each as the recordings hold', async () => {
  expect(await countKinds(readMovements(vrsctest))).toEqual(VRSCTEST_KINDS);
  expect(await countKinds(readMovements(pchain))).toEqual(PCHAIN_KINDS);
});

test('no registration is a cost or an income beyond what its transaction paid in all, whatever addresses a wallet has', async () => {
  const registrations = await registrationTable.find(service.db, '');
  const movements = readMovements(vrsctest);
  expect(registrations.length).toBeGreaterThan(20);
  for (const { txid, currencyId, burned, paidToParent, shareAmounts, fee } of registrations) {
    const own = movements.filter((one) => one.txid === txid);
    const kinds = await kindsOf(own);
    const sumOf = (sign: bigint, kind: string[], currency: string): bigint =>
      own
        .filter((one, index) => one.currencyId === currency && kind.includes(kinds[index] ?? ''))
        .map(({ amount }) => sign * satoshisFromDecimalText(amount))
        .filter((amount) => amount > 0n)
        .reduce((sum, amount) => sum + amount, 0n);
    const given = shareAmounts.reduce((sum, share) => sum + share, paidToParent);
    expect([txid, sumOf(1n, ['IDENTITY_FEE', 'REFERRAL'], currencyId) <= given]).toEqual([txid, true]);
    // The transfer that burns a price has a fee of its own.
    const transferFee = burned > 0n ? 20_000n : 0n;
    for (const currency of new Set([currencyId, vrsctest[0]?.chainId ?? ''])) {
      const fees = currency === vrsctest[0]?.chainId ? (fee ?? 0n) + transferFee : 0n;
      const paid = fees + (currency === currencyId ? burned + given : 0n);
      expect([txid, sumOf(-1n, ['IDENTITY_FEE', 'FEE'], currency) <= paid]).toEqual([txid, true]);
    }
  }
});

function placed(movements: readonly MovementReference[]): PlacedMovement[] {
  return movements.map(({ blockHeight: height, amount, at: _, ...rest }) => ({
    ...rest,
    height,
    amount: satoshisFromDecimalText(amount),
  }));
}

test('a movement whose transaction nothing is stored of has the kind that all its facts give', async () => {
  for (const movements of [vrsctest, pchain].map(readMovements))
    expect(await kindsOf(movements)).toEqual(await decideKinds(service.db, placed(movements)));
});

test('the kinds of a page of a hundred movements are four statements', async () => {
  const recorder = recordStatements(service.db);
  const loaders = createLoaders({ reads: async () => recorder.db });
  const view = async (chainId: string) => ({ chainId, height: vrsctest.length - 1 });
  const context = { loaders, view } as unknown as Parameters<typeof resolvers.Movement.kind>[2];
  const page = readMovements(vrsctest).slice(-100);
  const ask = (movements: readonly MovementReference[]) =>
    Promise.all(movements.map((one) => resolvers.Movement.kind(one, {}, context)));
  expect(await ask(page)).toEqual(await kindsOf(page));
  expect(recorder.take()).toHaveLength(4);
});

test('a kind is the same as of any later block, and after a revert to the block itself', async () => {
  const height = 300;
  const some = readMovements(vrsctest.slice(0, height + 1)).slice(-1_000);
  const kinds = await kindsOf(some);
  expect(new Set(kinds).size).toBeGreaterThan(8);
  expect(await kindsOf(some.map((one) => ({ ...one, at: height })))).toEqual(kinds);
  await service.revert('vrsctest-a', height);
  expect(await kindsOf(some)).toEqual(kinds);
  const facts = `SELECT 1 FROM transaction_fact WHERE chain = ${chainNumber(1)} AND height > $2`;
  expect(await service.db.$executeRawUnsafe(facts, vrsctest[0]?.chainId, height)).toBe(0);
  await service.apply('vrsctest-a', vrsctest.slice(height + 1, height + 101), 100);
  expect(await kindsOf(some)).toEqual(kinds);
});

test('mempool-a: every movement of every address has a kind, and there are as many of each as the recording holds', async () => {
  const blocks = readStreamedBlocks('mempool-a');
  await service.revert('vrsctest-a', -1);
  await service.apply('mempool-a', blocks, 100);
  expect(await countKinds(readMovements(blocks))).toEqual(MEMPOOL_KINDS);
});

test('a movement whose transaction nothing is stored of has the kind of its facts, also where costs are not known', async () => {
  await service.revert('vrsctest-a', -1);
  await service.apply('vrsctest-a', vrsctest, 100);
  await service.db.$executeRawUnsafe('DELETE FROM transaction_fact WHERE stake_index IS NULL');
  const movements = readMovements(vrsctest);
  expect(await kindsOf(movements)).toEqual(await decideKinds(service.db, placed(movements)));
});
