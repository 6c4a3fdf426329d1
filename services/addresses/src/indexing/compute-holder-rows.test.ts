import { buildOutput, buildTransaction, NATIVE } from '../../test/build-transaction.ts';
import { AddressStates } from './address-states.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import { readHolderMoves } from './read-holder-moves.ts';

const noStates = () => new AddressStates({ isNew: () => true, nativeId: NATIVE }, new Map());

test('each output counts once, for its holder, and not at all without one', () => {
  const stake = buildOutput(['guard', 'A'], 5n, { holder: 'A' });
  const pool = buildOutput(['pool'], 9n, { holder: null });
  const moves = readHolderMoves([buildTransaction([], [stake, pool])], NATIVE);
  expect(moves).toEqual([{ currencyId: NATIVE, holder: 'A', height: 1, delta: 5n }]);
});

test('totals count who came and who left, one row a block', async () => {
  const coin = buildOutput(['A'], 5n);
  const transactions = [
    buildTransaction([], [coin, buildOutput(['B'], 1n)], { height: 1 }),
    buildTransaction([coin], [buildOutput(['B'], 3n)], { height: 2 }),
    buildTransaction([], [buildOutput(['C'], 2n)], { height: 2 }),
  ];
  const changes: unknown[] = [];
  const rows = await computeHolderRows(NATIVE, transactions, noStates(), new Map(), (change) => changes.push(change));
  expect(rows.heldTotals).toEqual([
    { currencyId: NATIVE, height: 1, total: 6n, holders: 2 },
    { currencyId: NATIVE, height: 2, total: 6n, holders: 2 },
  ]);
  expect(rows.holders).toEqual([
    { currencyId: NATIVE, holder: 'A', balance: 0n, wasHeld: false },
    { currencyId: NATIVE, holder: 'B', balance: 4n, wasHeld: false },
    { currencyId: NATIVE, holder: 'C', balance: 2n, wasHeld: false },
  ]);
  expect(changes).toHaveLength(5);
});

test('what comes and goes within a block is no change', () => {
  const coin = buildOutput(['A'], 5n);
  const moves = readHolderMoves(
    [buildTransaction([], [coin]), buildTransaction([coin], [buildOutput(['A'], 5n)])],
    NATIVE,
  );
  expect(moves).toEqual([{ currencyId: NATIVE, holder: 'A', height: 1, delta: 5n }]);
  const passing = buildOutput(['B'], 5n);
  expect(readHolderMoves([buildTransaction([], [passing]), buildTransaction([passing], [])], NATIVE)).toEqual([]);
});
