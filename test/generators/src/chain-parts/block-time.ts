import type { Random } from '@ledgergraph/chain-generator/random';
import { earliestTime } from '@ledgergraph/test-kit/block-times';

/** Unix seconds. */
export const GENESIS_TIME = 1_795_000_000;

/** The time of the block before, the earliest one, or any time from there on. */
const EQUAL = 0.1;
const EARLIEST = 0.08;
const EARLY = 0.12;

/**
 * Goes back as far as the protocol allows, as by clocks that differ.
 * @param before in the order of the chain; the last 11 count
 * @param seconds usual distance from the latest of them
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
