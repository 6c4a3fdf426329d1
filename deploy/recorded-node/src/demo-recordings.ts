import { type RecordingMeta, readLines, readMeta } from './recording.ts';

/**
 * The demo's chains: `npm start` and docker-compose.yml serve these, and deploy/compose/networks.recorded.yaml names them in this order.
 * The last two send to each other.
 */
export const DEMO_RECORDINGS = ['vrsctest-a', 'vrsc-generated', 'island-generated'] as const;

const BLOCKS_BEFORE_FORK = 8;
const SHARE_OF_CHAIN = 0.6;

/**
 * Height at which a person watching sees most: the one that the recording names, or shortly before the first reorganisation that was
 * recorded; without one, far enough below the tip to watch blocks arrive.
 */
export function findDemoStart(
  dir: string,
  { startHeight, tipHeight }: Pick<RecordingMeta, 'startHeight' | 'tipHeight'> = readMeta(dir),
): number {
  if (startHeight !== undefined) return startHeight;
  // The height alone is wanted, and it stands before the block: no need to parse megabytes.
  const heights = [...readLines(dir, 'orphans.jsonl.gz')].flatMap((line) => /"height":\s*(\d+)/.exec(line)?.[1] ?? []);
  if (heights.length === 0) return Math.floor(tipHeight * SHARE_OF_CHAIN);
  return Math.max(0, Math.min(...heights.map(Number)) - BLOCKS_BEFORE_FORK);
}
