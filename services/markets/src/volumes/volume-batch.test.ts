import { Random } from '@ledgergraph/chain-generator/random';
import { CALENDAR_INTERVALS, intervalStart } from '@ledgergraph/graph-kit/calendar';
import { addVolumes, type VolumeBlock, type VolumeState } from './volume-batch.ts';

const BLOCKS = 400;
const HOUR = 3600;
const CURRENCIES = ['iA', 'iB', 'iC', 'iD'];

/** The blocks are some hours apart; some are days late, and some go back in time. */
function drawBlocks(random: Random): VolumeBlock[] {
  let time = Date.parse('2024-01-30T20:00:00Z') / 1000;
  return Array.from({ length: BLOCKS }, (_, height) => {
    time += random.integer(-HOUR, 5 * HOUR) + (random.chance(0.02) ? 9 * 24 * HOUR : 0);
    const moved = Array.from({ length: random.integer(0, 3) }, () => ({
      currencyId: random.pick(CURRENCIES),
      transferred: BigInt(random.integer(0, 100)),
      converted: BigInt(random.integer(0, 100)),
    }));
    return { height, time, conversions: random.integer(0, 2), moved };
  });
}

test('each interval has the currencies that its blocks move, and totals run on, whatever the times of the blocks and their batches', () => {
  const random = new Random(Math.floor(Math.random() * 2 ** 31));
  const blocks = drawBlocks(random);
  const first = { HOUR: 0, DAY: 0, WEEK: 0, MONTH: 0 };
  const state: VolumeState = { hour: null, first, conversions: 0, totals: new Map() };
  const members: ReturnType<typeof addVolumes>['members'] = [];
  const totals: ReturnType<typeof addVolumes>['totals'] = [];
  for (let from = 0; from < BLOCKS; ) {
    const batch = blocks.slice(from, from + random.integer(1, 7));
    const rows = addVolumes(state, batch);
    members.push(...rows.members);
    totals.push(...rows.totals);
    from += batch.length;
  }
  let latest = 0;
  const times = blocks.map(({ time }) => {
    latest = Math.max(latest, time);
    return latest;
  });
  expect(state.conversions).toBe(blocks.reduce((sum, { conversions }) => sum + conversions, 0));
  const wanted: unknown[] = [];
  for (const interval of CALENDAR_INTERVALS) {
    const starts = times.map((time) => intervalStart(interval, time));
    for (const [height, { moved }] of blocks.entries()) {
      const fromHeight = starts.indexOf(starts[height] ?? 0);
      const before = blocks.slice(fromHeight, height).flatMap((block) => block.moved);
      for (const currencyId of new Set(moved.map((one) => one.currencyId))) {
        const isFirst = before.every((one) => one.currencyId !== currencyId);
        if (isFirst) wanted.push({ interval, fromHeight, currencyId, height });
      }
    }
  }
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(members)).toEqual(sorted(wanted));
  for (const { height, currencyId, transferred, converted } of totals) {
    const own = blocks
      .slice(0, height + 1)
      .flatMap(({ moved }) => moved.filter((one) => one.currencyId === currencyId));
    expect({ transferred, converted }).toEqual({
      transferred: own.reduce((sum, one) => sum + one.transferred, 0n),
      converted: own.reduce((sum, one) => sum + one.converted, 0n),
    });
  }
  expect(totals).toHaveLength(
    blocks.reduce((sum, { moved }) => sum + new Set(moved.map((one) => one.currencyId)).size, 0),
  );
});
