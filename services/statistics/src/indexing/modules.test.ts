import { Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { stakeRows } from './coinbases.ts';
import { type BlockCounts, sumCounts } from './totals.ts';

const HOUR = 3_600;

function blockAt(height: number, time: number, isStaked = false): BlockCounts {
  return {
    height,
    time,
    isStaked,
    producer: '',
    coinbaseTxid: new Uint8Array(32),
    transactions: 2n,
    fees: 5n,
    size: 100n,
    work: 7n,
    chainStake: 30n,
    difficulty: '1',
    feePool: null,
    reward: 0n,
  };
}

function hoursOf(times: readonly number[]) {
  const { intervals } = sumCounts(
    undefined,
    times.map((time, height) => blockAt(height, time)),
  );
  return intervals
    .filter(({ interval }) => interval === 'HOUR')
    .map(({ start, firstHeight }) => [Number(start), firstHeight]);
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
  const { totals, intervals } = sumCounts(
    {
      ...blockAt(3, 50),
      latestTime: 50,
      minedBlocks: 3,
      transactions: 9n,
      fees: 1n,
      size: 1_000n,
      minedWork: 70n,
    },
    [blockAt(4, 40), blockAt(5, 60, true)],
  );
  expect(totals).toMatchObject([
    { height: 4, latestTime: 50, minedBlocks: 4, transactions: 11n, fees: 6n, size: 1_100n, minedWork: 77n },
    { height: 5, latestTime: 60, minedBlocks: 4, transactions: 13n, fees: 11n, size: 1_200n, minedWork: 77n },
  ]);
  expect(intervals).toEqual([]);
});

test('a staked block is found by the owner of its coin and by its producer, once where they are the same', () => {
  const returned = { addresses: ['owner'], satoshis: 8n, script: new Uint8Array() };
  const transactions = [{ outputs: [] }, { outputs: [returned] }] as never;
  const rows = (height: number, producer: string) =>
    stakeRows({ height, producer, validation: Validation.STAKE, transactions });
  const stakes = [...rows(4, 'other'), ...rows(5, 'owner'), ...rows(6, '')];
  expect(stakes.map(({ height, address, owner }) => [height, address, owner])).toEqual([
    [4, 'owner', 'owner'],
    [4, 'other', 'owner'],
    [5, 'owner', 'owner'],
    [6, 'owner', 'owner'],
  ]);
});
