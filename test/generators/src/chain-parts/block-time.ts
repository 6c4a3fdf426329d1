import { earliestTime } from '@ledgergraph/test-kit/block-times';
import type { Random } from '#/random.ts';

/** Unix seconds of every generated genesis. */
export const GENESIS_TIME = 1_795_000_000;

/** Chances of a block with the time of the block before, as early as it may be, and at any time from there to the latest one. */
const EQUAL = 0.1;
const EARLIEST = 0.08;
const EARLY = 0.12;

/**
 * Draws the time of the block behind others in Unix seconds. It goes back as far as the protocol allows, and not further: producers whose
 * clocks differ make such chains.
 * @param before times of the blocks below it, in their order; of many the last 11 count
 * @param seconds by which an ordinary block is later than the latest of them
 */
export function drawTime(random: Random, before: readonly number[], seconds: number): number {
  const earliest = earliestTime(before);
  const latest = Math.max(...before);
  const kind = random.fraction();
  if (kind < EQUAL) return Math.max(before.at(-1) ?? earliest, earliest);
  if (kind < EQUAL + EARLIEST) return earliest;
  if (kind < EQUAL + EARLIEST + EARLY) return random.integer(earliest, Math.max(latest, earliest));
  return latest + seconds;
}
