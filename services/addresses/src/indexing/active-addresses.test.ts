import { Random } from '@ledgergraph/chain-generator/random';
import { CALENDAR_INTERVALS, intervalStart } from '@ledgergraph/graph-kit/calendar';
import { emptyState } from '#/db/active-counts.ts';
import { ChainAddress } from '#/db/chain-address.ts';
import { ActiveAddresses, type TimedBlock } from './active-addresses.ts';

const BLOCKS = 600;
const ADDRESSES = 12;
const HOUR = 3600;

/** Blocks hours apart, some days late and some with an earlier time, with the addresses that each moves. */
function drawBlocks(random: Random): { block: TimedBlock; moved: number[] }[] {
  let time = Date.parse('2024-01-30T20:00:00Z') / 1000;
  return Array.from({ length: BLOCKS }, (_, height) => {
    time += random.integer(-HOUR, 5 * HOUR) + (random.chance(0.02) ? 9 * 24 * HOUR : 0);
    const moved = Array.from({ length: random.integer(0, 4) }, () => random.integer(0, ADDRESSES - 1));
    return { block: { height, time }, moved };
  });
}

test('an address counts once in each interval of each kind, whatever the times of the blocks and the batches they come in', () => {
  const random = new Random(Math.floor(Math.random() * 2 ** 31));
  const drawn = drawBlocks(random);
  const addresses = Array.from({ length: ADDRESSES }, (_, index) => new ChainAddress(`R${index}`));
  let state = emptyState();
  const latest: number[] = [];
  for (let from = 0; from < BLOCKS; ) {
    const batch = drawn.slice(from, from + random.integer(1, 5));
    const active = new ActiveAddresses(
      batch.map(({ block }) => block),
      state,
    );
    for (const { block, moved } of batch) {
      latest.push(Math.max(block.time, latest.at(-1) ?? 0));
      for (const index of moved) active.touch(addresses[index] as ChainAddress, block.height);
    }
    state = active.end();
    from += batch.length;
    const until = drawn.slice(0, from);
    expect(state.ever).toBe(new Set(until.flatMap(({ moved }) => moved)).size);
    for (const interval of CALENDAR_INTERVALS) {
      const start = intervalStart(interval, latest.at(-1) ?? 0);
      const first = latest.findIndex((time) => time >= start);
      const within = new Set(until.slice(first).flatMap(({ moved }) => moved));
      expect([interval, state.first[interval], state.counts[interval]]).toEqual([interval, first, within.size]);
    }
  }
});
