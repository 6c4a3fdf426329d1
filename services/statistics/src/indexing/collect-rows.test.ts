import { collectRows } from './prepare-blocks.ts';
import type { ReadBlock } from './read-blocks.ts';

const HOUR = 3_600;
const BEFORE = {
  latestTime: null,
  minedBlocks: 0,
  transactions: 0n,
  fees: 0n,
  size: 0n,
  minedWork: 0n,
  chainStake: 0n,
};

function blockAt(height: number, time: number, isStaked = false): ReadBlock {
  return {
    height,
    time,
    isStaked,
    producer: '',
    coinbaseTxid: new Uint8Array(32),
    transactions: 2,
    fees: 5n,
    size: 100,
    work: 7n,
    chainStake: 30n,
    difficulty: '1',
    feePool: null,
    rewards: [],
    stake: null,
    notarizations: [],
    finalizations: [],
  };
}

function hoursOf(times: readonly number[]) {
  const { intervals } = collectRows(
    BEFORE,
    times.map((time, height) => blockAt(height, time)),
  );
  return intervals.filter(({ interval }) => interval === 'HOUR').map(({ start, firstHeight }) => [start, firstHeight]);
}

test('a block that goes back in time counts in the interval that has begun, and begins none again', () => {
  const times = [10, HOUR + 10, HOUR - 1, HOUR + 20, 2 * HOUR, HOUR + 30];
  expect(hoursOf(times)).toEqual([
    [0, 0],
    [HOUR, 1],
    [2 * HOUR, 4],
  ]);
});

test('an interval without a block has no row', () => {
  expect(hoursOf([10, 5 * HOUR, 5 * HOUR + 1])).toEqual([
    [0, 0],
    [5 * HOUR, 1],
  ]);
});

test('totals run on from the block before, and staked blocks add no work', () => {
  const before = {
    ...BEFORE,
    latestTime: 50,
    minedBlocks: 3,
    transactions: 9n,
    fees: 1n,
    size: 1_000n,
    minedWork: 70n,
  };
  const { totals, intervals } = collectRows(before, [blockAt(4, 40), blockAt(5, 60, true)]);
  expect(totals).toMatchObject([
    { height: 4, latestTime: 50, minedBlocks: 4, transactions: 11n, fees: 6n, size: 1_100n, minedWork: 77n },
    { height: 5, latestTime: 60, minedBlocks: 4, transactions: 13n, fees: 11n, size: 1_200n, minedWork: 77n },
  ]);
  expect(intervals).toEqual([]);
});

test('a staked block is found by the owner of its coin and by its producer, once where they are the same', () => {
  const stake = { address: 'owner', satoshis: 8n, ageBlocks: 150 };
  const blocks = [
    { ...blockAt(4, 40, true), producer: 'other', stake },
    { ...blockAt(5, 40, true), producer: 'owner', stake },
    { ...blockAt(6, 40, true), stake },
  ];
  const { stakes } = collectRows(BEFORE, blocks);
  expect(stakes.map(({ height, address, owner }) => [height, address, owner])).toEqual([
    [4, 'owner', 'owner'],
    [4, 'other', 'owner'],
    [5, 'owner', 'owner'],
    [6, 'owner', 'owner'],
  ]);
});
