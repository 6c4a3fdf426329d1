import { AddressIds } from '#/db/address-ids.ts';
import { buildOutput, buildTransaction } from '../../test/build-transaction.ts';
import { resolveSpends, UnresolvedInputError } from './resolve-spends.ts';

/** A database without any output. */
const empty = { $executeRawUnsafe: async () => 0, $queryRawUnsafe: async () => [] as never };

const ids = new AddressIds(1, 'chain');

test('an output of the same batch is spent without asking the database', async () => {
  const coin = buildOutput(['A'], 5n);
  const creator = buildTransaction([], [coin]);
  const spender = buildTransaction([coin], [], { height: 2, index: 3 });
  const { transactions, spent, spentBefore } = await resolveSpends(
    { ...empty, $queryRawUnsafe: () => Promise.reject(new Error('no need to ask')) },
    ids,
    [creator, spender],
    new Map(),
  );
  expect(transactions[1]?.spends).toEqual([coin]);
  expect(spent).toEqual([{ output: coin, spend: { height: 2, txIndex: spender.index, index: 0 } }]);
  expect(spentBefore).toEqual([]);
});

test.each([1, 2, 5, 8])(
  'outputs of one transaction are found by number, also where some are no coins: %i of them',
  async (count) => {
    const first = buildOutput(['A'], 1n);
    const coins = Array.from({ length: count }, (_, index) =>
      buildOutput(['A'], 1n, { txid: first.txid, vout: index * index }),
    );
    const spender = buildTransaction(coins.toReversed(), []);
    const { transactions } = await resolveSpends(empty, ids, [buildTransaction([], coins), spender], new Map());
    expect(transactions[1]?.spends).toEqual(coins.toReversed());
    const none = buildTransaction([buildOutput(['A'], 1n, { txid: first.txid, vout: 2 })], []);
    const anew = coins.map((coin) => ({ ...coin, isSpent: false }));
    await expect(resolveSpends(empty, ids, [buildTransaction([], anew), none], new Map())).rejects.toThrow(
      'no such output',
    );
  },
);

test('an input of nothing stops the indexer, and says which', async () => {
  const spender = buildTransaction([buildOutput(['A'], 5n)], []);
  await expect(resolveSpends(empty, ids, [spender], new Map())).rejects.toThrow(UnresolvedInputError);
  await expect(resolveSpends(empty, ids, [spender], new Map())).rejects.toThrow(spender.txid);
});

test('nothing is spent twice, nor before it exists', async () => {
  const coin = buildOutput(['A'], 5n);
  const creator = buildTransaction([], [coin]);
  const twice = [creator, buildTransaction([coin], []), buildTransaction([coin], [])];
  await expect(resolveSpends(empty, ids, twice, new Map())).rejects.toThrow('spent already');
  const early = buildOutput(['A'], 5n);
  const reversed = [buildTransaction([early], []), buildTransaction([], [early])];
  await expect(resolveSpends(empty, ids, reversed, new Map())).rejects.toThrow('no such output');
});
