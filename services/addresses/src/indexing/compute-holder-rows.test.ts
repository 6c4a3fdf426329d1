import type { RunningBalance } from '#/db/chain-address.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import { buildOutput, buildTransaction, registry } from '../../test/build-transaction.ts';
import { computeHolderRows } from './compute-holder-rows.ts';
import { loadHolderStates } from './load-holder-states.ts';

/** All addresses are new: no query is made. */
const db = {
  $executeRawUnsafe: () => Promise.reject(new Error('nothing to do')),
  $queryRawUnsafe: () => Promise.reject(new Error('nothing to ask')),
};

function nameOf({ address, currency }: Pick<RunningBalance, 'address' | 'currency'>): string {
  return `${address.text} ${currency.text}`;
}

async function rowsOf(transactions: ChainTransaction[]) {
  const changes: unknown[] = [];
  const totals: unknown[] = [];
  await loadHolderStates(db, registry, transactions);
  const updates = await computeHolderRows(transactions, {
    holderChange: (height, runningBalance, previous) => changes.push([height, nameOf(runningBalance), previous]),
    heldTotal: (height, currency, { total, holders }) => totals.push([height, currency.text, total, holders]),
  });
  return {
    changes,
    totals,
    updates: updates.map(({ runningBalance, balance, wasHeld }) => [
      nameOf(runningBalance as RunningBalance),
      balance,
      wasHeld,
    ]),
  };
}

beforeEach(() => {
  registry.native.held = { total: 0n, holders: 0 };
});

test('each output counts once, for its holder, and not at all without one', async () => {
  const stake = buildOutput(['guard', 'staker'], 5n, { holder: 'staker' });
  const pool = buildOutput(['pool'], 9n, { holder: null });
  const { changes } = await rowsOf([buildTransaction([], [stake, pool])]);
  expect(changes).toEqual([[1, 'staker native', 0n]]);
});

test('totals count who came and who left, one row a block', async () => {
  const coin = buildOutput(['A'], 5n);
  const { changes, totals, updates } = await rowsOf([
    buildTransaction([], [coin, buildOutput(['B'], 1n)], { height: 1 }),
    buildTransaction([coin], [buildOutput(['B'], 3n)], { height: 2 }),
    buildTransaction([], [buildOutput(['C'], 2n)], { height: 2 }),
  ]);
  expect(totals).toEqual([
    [1, 'native', 6n, 2],
    [2, 'native', 6n, 2],
  ]);
  expect(updates).toEqual([
    ['A native', 0n, false],
    ['B native', 4n, false],
    ['C native', 2n, false],
  ]);
  expect(changes).toEqual([
    [1, 'A native', 0n],
    [1, 'B native', 0n],
    [2, 'A native', 5n],
    [2, 'B native', 1n],
    [2, 'C native', 0n],
  ]);
});

test('a balance that comes and goes within a block is no change', async () => {
  const coin = buildOutput(['D'], 5n);
  const again = await rowsOf([buildTransaction([], [coin]), buildTransaction([coin], [buildOutput(['D'], 5n)])]);
  expect(again.changes).toEqual([[1, 'D native', 0n]]);
  const passing = buildOutput(['E'], 5n);
  const passed = await rowsOf([buildTransaction([], [passing]), buildTransaction([passing], [])]);
  expect(passed).toEqual({ changes: [], totals: [], updates: [] });
});
