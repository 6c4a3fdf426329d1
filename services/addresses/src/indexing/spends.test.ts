import { AddressRegistry } from '#/db/address-registry.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { addressOf, buildOutput, buildTransaction, registry } from '../../test/build-transaction.ts';
import { Spends, UnresolvedInputError } from './spends.ts';

const empty = { $executeRawUnsafe: async () => 0, $queryRawUnsafe: async () => [] as never };
const unasked = { ...empty, $queryRawUnsafe: () => Promise.reject(new Error('no need to ask')) };

/** In this order; the inputs name the outputs that they are built to spend. */
async function resolve(transactions: ChainTransaction[], db = empty, recent = new Map<string, OutputRow[]>()) {
  const spends = new Spends(registry, recent);
  const spent = transactions.map(({ place, spends: named, outputs }) => {
    const spender = { place, spends: [] };
    for (const { place: creator, vout } of named) spends.spend(spender, { txid: creator.txid, vout });
    spends.created.set(place.txid, outputs);
    return spender.spends;
  });
  await spends.findUnknown(db);
  return { spent, spentBefore: spends.spentBefore };
}

test('an output of the same batch is spent without asking the database', async () => {
  const coin = buildOutput(['A'], 5n);
  const transactions = [buildTransaction([], [coin]), buildTransaction([coin], [], { height: 2 })];
  const { spent, spentBefore } = await resolve(transactions, unasked);
  expect(spent).toEqual([[], [coin]]);
  expect(coin.isSpent).toBe(true);
  expect(spentBefore).toEqual([]);
});

test('an output that is remembered is spent without asking the database, with its addresses as they are now', async () => {
  const stale = new AddressRegistry(1, 'native').learn(addressOf('A').id, 'A');
  const coin = buildOutput(['A'], 5n, { addresses: [stale] });
  const recent = new Map([[coin.place.txid, [coin]]]);
  const { spent, spentBefore } = await resolve([buildTransaction([coin], [])], unasked, recent);
  expect(spent).toEqual([[coin]]);
  expect(spentBefore).toEqual([coin]);
  expect(coin.addresses[0]).toBe(addressOf('A'));
});

test.each([1, 2, 5, 8])(
  'outputs of one transaction are found by number, also where some are no coins: %i of them',
  async (count) => {
    const { txid } = buildOutput(['A'], 1n).place;
    const build = () =>
      Array.from({ length: count }, (_, index) => buildOutput(['A'], 1n, { txid, vout: index * index }));
    const coins = build();
    const { spent } = await resolve([buildTransaction([], coins), buildTransaction(coins.toReversed(), [])]);
    expect(spent[1]).toEqual(coins.toReversed());
    const none = buildTransaction([buildOutput(['A'], 1n, { txid, vout: 2 })], []);
    await expect(resolve([buildTransaction([], build()), none])).rejects.toThrow('no such output');
  },
);

test('an input without an output stops the indexer, and the error names it', async () => {
  const spender = buildTransaction([buildOutput(['A'], 5n)], []);
  await expect(resolve([spender])).rejects.toThrow(UnresolvedInputError);
  await expect(resolve([spender])).rejects.toThrow(spender.place.txid);
});

test('nothing is spent twice, nor before it exists', async () => {
  const coin = buildOutput(['A'], 5n);
  const twice = [buildTransaction([], [coin]), buildTransaction([coin], []), buildTransaction([coin], [])];
  await expect(resolve(twice)).rejects.toThrow('spent already');
  const early = buildOutput(['A'], 5n);
  await expect(resolve([buildTransaction([early], []), buildTransaction([], [early])])).rejects.toThrow(
    'no such output',
  );
});
