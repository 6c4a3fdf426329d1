import type { FlowTransfer } from '#/db/flow-tables.ts';
import { netOf } from '#/launches/launch.ts';
import { LaunchBatch, type LaunchEvent } from './launch-batch.ts';

const COIN = 100_000_000n;
const FEE = 25_000n;
const place = (height: number, txIndex = 1, vout = 0) => ({ height, txIndex, vout, ordinal: 0 });

/** A launch of `new` for `coin`, of which it takes 100 at most, and for `token`. */
const announced: LaunchEvent = {
  type: 'ANNOUNCED',
  currencyId: 'new',
  at: place(5),
  terms: {
    currencyId: 'new',
    startBlock: 20,
    preallocations: [],
    reserves: [
      { currencyId: 'coin', minimum: 10n * COIN, maximum: 100n * COIN },
      { currencyId: 'token', minimum: 0n, maximum: null },
    ],
  },
};

function contribution(txIndex: number, fromId: string, amount: bigint, destination = 'ann'): FlowTransfer {
  const place = { txid: '', height: 6, txIndex, vout: 0 };
  return { ...place, kind: 'CONTRIBUTION', fromId, toId: 'new', amount, destination } as FlowTransfer;
}

const made = (one: FlowTransfer): LaunchEvent => ({
  type: 'MADE',
  currencyId: 'new',
  at: place(6, one.txIndex),
  contribution: one,
});
const gathered = (one: FlowTransfer): LaunchEvent => ({
  type: 'GATHERED',
  currencyId: 'new',
  at: place(10, 1, one.txIndex),
  contribution: one,
});
const settled = (one: FlowTransfer, outcome: 'SETTLED' | 'REFUNDED'): LaunchEvent => ({
  type: 'SETTLED',
  currencyId: 'new',
  at: place(22, 1, one.txIndex),
  contribution: { ...one, state: outcome },
});

function rowsOf(...events: LaunchEvent[]) {
  const batch = new LaunchBatch(new Map(), new Set(), new Map());
  for (const event of [announced, ...events]) batch.apply(event);
  return batch.rows();
}

const net = (coins: bigint) => coins * COIN - coins * FEE;
const zero = { accepted: 0n, refunded: 0n, carveOut: 0n };
const coin = { currencyId: 'new', reserveId: 'coin' };

test('contributions are accepted in the order of exports until the maximum, which the fee is left out of', () => {
  const [first, over, exact] = [
    contribution(1, 'coin', 60n * COIN),
    contribution(2, 'coin', 50n * COIN),
    contribution(3, 'coin', 40n * COIN),
  ];
  const { totals, gathered: decided } = rowsOf(gathered(first), gathered(over), gathered(exact));
  expect(decided.map(({ isAccepted }) => isAccepted)).toEqual([true, false, true]);
  expect(totals).toEqual([{ ...zero, ...coin, height: 10, accepted: net(100n) }]);
  // The largest amount that still fits, and one satoshi more.
  const room = 40n * COIN + 60n * FEE;
  let largest = (room * COIN) / (COIN - FEE) - 5n;
  while (netOf(largest + 1n) <= room) largest += 1n;
  const decide = (amount: bigint) => rowsOf(gathered(first), gathered(contribution(3, 'coin', amount))).gathered[1];
  expect(decide(largest)?.isAccepted).toBe(true);
  expect(decide(largest + 1n)?.isAccepted).toBe(false);
});

test('a small contribution counts with the least fee', () => {
  const all = contribution(1, 'coin', 100n * COIN);
  const after = (amount: bigint) =>
    rowsOf(gathered(all), gathered(contribution(2, 'coin', amount))).gathered[1]?.isAccepted;
  expect(after(100n * FEE + 20_000n)).toBe(true);
  expect(after(100n * FEE + 20_001n)).toBe(false);
});

test('the import has the last word: what it refunds was not accepted, what it pays was', () => {
  const [kept, refused, turned] = [
    contribution(1, 'coin', 60n * COIN),
    contribution(2, 'coin', 50n * COIN),
    contribution(3, 'token', 7n * COIN),
  ];
  const { totals } = rowsOf(
    gathered(kept),
    gathered(refused),
    gathered(turned),
    settled(kept, 'SETTLED'),
    settled(refused, 'REFUNDED'),
    settled(turned, 'REFUNDED'),
  );
  expect(totals).toContainEqual({ ...coin, height: 22, accepted: net(60n), refunded: 50n * COIN, carveOut: 0n });
  expect(totals).toContainEqual({
    ...coin,
    reserveId: 'token',
    height: 22,
    accepted: 0n,
    refunded: 7n * COIN,
    carveOut: 0n,
  });
  const paid = rowsOf(gathered(kept), gathered(refused), settled(kept, 'SETTLED'), settled(refused, 'SETTLED'));
  expect(paid.totals.at(-1)).toEqual({ ...zero, ...coin, height: 22, accepted: net(110n) });
});

test('carve-outs are what the import pays out of the reserves', () => {
  const carveOut = (amount: bigint): LaunchEvent => ({
    type: 'CARVE_OUT',
    currencyId: 'new',
    at: place(22),
    reserveId: 'coin',
    amount,
  });
  expect(rowsOf(carveOut(3n), carveOut(4n)).totals).toEqual([{ ...zero, ...coin, height: 22, carveOut: 7n }]);
});

test('an address counts once, however often it contributes', () => {
  const [one, two, three] = [
    contribution(1, 'coin', 5n),
    contribution(2, 'token', 5n),
    contribution(3, 'coin', 5n, 'ben'),
  ];
  expect(rowsOf(made(one), made(two), made(three)).contributors).toEqual([
    { currencyId: 'new', address: 'ann', height: 6, ordinal: 1 },
    { currencyId: 'new', address: 'ben', height: 6, ordinal: 2 },
  ]);
});

test('states lead a launch from one stage to the next, and those after its end do nothing', () => {
  const state = (height: number, flags: number): LaunchEvent => ({
    type: 'STATE',
    currencyId: 'new',
    at: place(height),
    flags,
    prices: new Map([
      ['coin', 5n],
      ['token', 7n],
    ]),
  });
  const launched = rowsOf(
    state(10, 2),
    state(21, 26),
    state(22, 24),
    state(22, 16),
    state(22, 48),
    state(30, 48),
    state(31, 4),
  );
  expect(launched.statuses.map(({ height, status, prices }) => [height, status, prices])).toEqual([
    [5, 'PRELAUNCH', null],
    [21, 'LAUNCHED', [5n, 7n]],
    [22, 'COMPLETE', [5n, 7n]],
  ]);
  const failed = rowsOf(state(10, 3), state(21, 14), state(22, 12), state(22, 36));
  expect(failed.statuses.map(({ height, status, prices }) => [height, status, prices])).toEqual([
    [5, 'PRELAUNCH', null],
    [21, 'REFUNDING', null],
  ]);
});

test('contributions to a currency that was launched on another chain are no part of a launch here', () => {
  const batch = new LaunchBatch(new Map(), new Set(), new Map());
  batch.apply(gathered(contribution(1, 'coin', 5n)));
  expect(batch.rows()).toEqual({ launches: [], statuses: [], totals: [], contributors: [], gathered: [] });
});
