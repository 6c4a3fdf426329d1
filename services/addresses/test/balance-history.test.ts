import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  intervalStart,
  nextIntervalStart,
} from '@ledgergraph/graph-kit/calendar';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
import { standOf } from './graph-stand.ts';
import { type RecordedMovement, readRecordedMovements, sumOf } from './recorded-movements.ts';
import { latestTimes, withSpreadTimes } from './spread-times.ts';

/** A recording of eleven hours then takes three months. */
const FACTOR = 200;
const HISTORIES = 30;
const STATISTICS = 60;

const pick = (below: number): number => Math.floor(Math.random() * below);
const text = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

interface Interval {
  start: number;
  fromHeight: number;
  toHeight: number;
  isOpen: boolean;
}

/** By the latest time up to each block; includes intervals without a block. */
function listIntervals(
  latest: readonly number[],
  interval: CalendarInterval,
  from: number,
  to: number,
  tip: number,
): Interval[] {
  const intervals: Interval[] = [];
  const last = Math.min(to, latest[tip] ?? 0);
  for (let start = intervalStart(interval, from); start <= last; start = nextIntervalStart(interval, start)) {
    const end = nextIntervalStart(interval, start);
    const before = (second: number) => latest.slice(0, tip + 1).filter((time) => time < second).length;
    intervals.push({ start, fromHeight: before(start), toHeight: before(end) - 1, isOpen: (latest[tip] ?? 0) < end });
  }
  return intervals;
}

describe.each([
  ['vrsctest-a', VRSCTEST, 'TESTNET'],
  ['pchain-a', PCHAIN, 'MAINNET'],
] as const)('%s', (name, chainId, environment) => {
  const recorded = readRecordedMovements(name, chainId);
  const blocks = withSpreadTimes(readNormalizedBlocks(name), FACTOR);
  const latest = latestTimes(blocks);
  const tip = blocks.length - 1;
  const stand = standOf(blocks, environment);
  const { ask } = stand;

  async function walk(variables: Record<string, unknown>): Promise<Untyped[]> {
    const points: Untyped[] = [];
    for (let cursor: string | null = null; ; ) {
      const { address } = await ask(
        `query ($address: String!, $asOf: AsOf, $currencyId: String, $interval: StatisticsInterval!, $from: DateTime, $to: DateTime,
           $order: SortOrder = ASC, $limit: Int, $cursor: String) { address(chainId: "${chainId}", address: $address, asOf: $asOf) {
          balanceHistory(currency: $currencyId, interval: $interval, fromTime: $from, toTime: $to, order: $order, limit: $limit, cursor: $cursor) {
            hasMore nextCursor currencyId balancePoints { start toHeight balance isOpen } } } }`,
        { ...variables, cursor },
      );
      const { balanceHistory } = address;
      expect(balanceHistory.currencyId).toBe(variables.currencyId);
      points.push(...balanceHistory.balancePoints);
      expect(balanceHistory.hasMore).toBe(balanceHistory.nextCursor !== null);
      cursor = balanceHistory.nextCursor;
      if (cursor === null) return points;
    }
  }

  const closing = (movements: readonly RecordedMovement[], toHeight: number) =>
    decimalText(sumOf(movements.filter(({ height }) => height <= toHeight)));

  test('each interval from the first movement on has the balance that the node counts at its last block', async () => {
    const all = [...recorded].flatMap(([address, currencies]) =>
      [...currencies].map(([currencyId, movements]) => ({ address, currencyId, movements })),
    );
    let points = 0;
    for (let sample = 0; sample < HISTORIES; sample += 1) {
      const { address, currencyId, movements } = all[pick(all.length)] ?? {
        address: '',
        currencyId: '',
        movements: [],
      };
      const interval = CALENDAR_INTERVALS[sample % CALENDAR_INTERVALS.length] ?? 'DAY';
      const first = movements[0]?.height ?? 0;
      const height = first + pick(tip + 1 - first);
      const [early = 0, late = 0] = [pick(tip), pick(tip)]
        .map((at) => latest[Math.max(at, 1)] ?? 0)
        .sort((a, b) => a - b);
      const bounds =
        Math.random() < 0.5 || interval === 'HOUR' ? { from: early, to: Math.min(late, early + 1_000_000) } : null;
      const order = pick(2) === 0 ? 'ASC' : 'DESC';
      const found = await walk({
        address,
        currencyId,
        interval,
        order,
        asOf: { height },
        limit: 1 + pick(60) + (interval === 'HOUR' ? 40 : 0),
        ...(bounds === null ? {} : { from: text(bounds.from), to: text(bounds.to) }),
      });
      const { from, to } = bounds ?? { from: latest[first] ?? 0, to: Number.POSITIVE_INFINITY };
      const expected = listIntervals(latest, interval, from, to, height).map(({ start, toHeight, isOpen }) => {
        return { start: text(start), toHeight, balance: closing(movements, toHeight), isOpen };
      });
      const asked = { address, currencyId, interval, height, bounds, order };
      expect({ ...asked, found }).toEqual({ ...asked, found: order === 'ASC' ? expected : expected.reverse() });
      points += found.length;
    }
    expect({ points, many: points > HISTORIES }).toEqual({ points, many: true });
  });

  test('an interval is over as soon as the block that is read begins another one', async () => {
    const histories = [...recorded].flatMap(([address, currencies]) =>
      [...currencies].map(([currencyId, [start]]) => ({ address, currencyId, first: start?.height ?? tip })),
    );
    const [{ address, currencyId, first } = { address: '', currencyId: '', first: tip }] = histories.sort(
      (a, b) => a.first - b.first,
    );
    const begins = latest.flatMap((time, height) => {
      const isBegin = intervalStart('DAY', time) !== intervalStart('DAY', latest[height - 1] ?? 0);
      return isBegin && height > first ? [height] : [];
    });
    expect(begins.length).toBeGreaterThan(1);
    for (const height of begins) {
      const found = await walk({ address, currencyId, interval: 'DAY', asOf: { height }, limit: 100 });
      expect({ height, last: found.slice(-2).map(({ isOpen }) => isOpen) }).toEqual({ height, last: [false, true] });
      const closed = found.slice(0, -1).every(({ isOpen, toHeight }) => !isOpen && toHeight < height);
      expect({ height, closed }).toEqual({ height, closed: true });
    }
  });

  test('a history begins with the first movement, even in an interval that has begun before', async () => {
    const late = [...recorded].flatMap(([address, currencies]) =>
      [...currencies].flatMap(([currencyId, [first]]) =>
        first && first.height > 1 ? [{ address, currencyId, first }] : [],
      ),
    );
    expect(late.length).toBeGreaterThan(HISTORIES);
    for (const { address, currencyId, first } of late.slice(0, HISTORIES)) {
      for (const height of [first.height - 1, first.height]) {
        const found = await walk({ address, currencyId, interval: 'MONTH', asOf: { height }, limit: 100 });
        const points = height < first.height ? 0 : 1;
        expect({ address, currencyId, height, points: found.length }).toEqual({ address, currencyId, height, points });
      }
    }
  });

  test('a point is the closing balance of the statement up to its last block', async () => {
    const [address = '', currencies] = [...recorded].sort(([, a], [, b]) => b.size - a.size)[0] ?? ['', new Map()];
    for (const currencyId of currencies.keys()) {
      const points = await walk({ address, currencyId, interval: 'WEEK', limit: 100 });
      expect(points.length).toBeGreaterThan(0);
      for (const { toHeight, balance } of points) {
        const { address: found } = await ask(
          `query ($address: String!, $currencyId: String, $toHeight: BigInt) { address(chainId: "${chainId}", address: $address) {
            statement(currency: $currencyId, toHeight: $toHeight, limit: 1) { closingBalance } } }`,
          { address, currencyId, toHeight },
        );
        expect(found.statement.closingBalance).toBe(balance);
      }
    }
  });

  test('active and new addresses of any interval are those that the node’s index credits or debits in it', async () => {
    const heights = [...recorded].map(
      ([, currencies]) => new Set([...currencies.values()].flat().map(({ height }) => height)),
    );
    const representations: Record<string, unknown>[] = [];
    const expected: object[] = [];
    for (let sample = 0; sample < STATISTICS; sample += 1) {
      const interval = CALENDAR_INTERVALS[sample % CALENDAR_INTERVALS.length] ?? 'DAY';
      const view = pick(tip + 1);
      const within = latest[pick(view + 1)] ?? 0;
      const [found] = listIntervals(latest, interval, within, within, view);
      const { fromHeight, toHeight } = found ?? { fromHeight: 0, toHeight: -1 };
      const moved = (own: ReadonlySet<number>) => [...own].some((height) => height >= fromHeight && height <= toHeight);
      const isNew = (own: ReadonlySet<number>) => Math.min(...own) >= fromHeight && Math.min(...own) <= toHeight;
      representations.push({ __typename: 'Statistics', chainId, interval, fromHeight, toHeight, at: view });
      expected.push({
        activeAddresses: heights.filter(moved).length,
        newAddresses: heights.filter(isNew).length,
      });
    }
    const { _entities } = await ask(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Statistics { activeAddresses newAddresses } } }`,
      { representations },
    );
    expect(_entities).toEqual(expected);
    expect(new Set(expected.map((counts) => JSON.stringify(counts))).size).toBeGreaterThan(10);
  });

  test('an address without the currency has no points, and an interval without blocks no addresses', async () => {
    expect(await walk({ address: 'RXL3YXG2ceaB6C5hfJcN4fvmLH2C34knhA', currencyId: chainId, interval: 'DAY' })).toEqual(
      [],
    );
    const { _entities } = await ask(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Statistics { activeAddresses newAddresses } } }`,
      {
        representations: [
          { __typename: 'Statistics', chainId, interval: 'HOUR', fromHeight: 9, toHeight: 8, at: null },
        ],
      },
    );
    expect(_entities).toEqual([{ activeAddresses: 0, newAddresses: 0 }]);
  });
});
