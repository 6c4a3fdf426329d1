import { type RecordingMeta, readLines, readMeta } from './recording.ts';

/** deploy/compose/networks.recorded.yaml names them in this order. The last two send to each other. */
export const DEMO_RECORDINGS = ['vrsctest-a', 'vrsc-generated', 'island-generated'] as const;

const BLOCKS_BEFORE_FORK = 8;
const SHARE_OF_CHAIN = 0.6;

/** The recording's own start, or shortly before the first recorded reorganisation, else below the tip. */
export function findDemoStart(
  dir: string,
  { startHeight, tipHeight }: Pick<RecordingMeta, 'startHeight' | 'tipHeight'> = readMeta(dir),
): number {
  if (startHeight !== undefined) return startHeight;
  // Only the height before the block matters, so megabytes need no parsing.
  const heights = [...readLines(dir, 'orphans.jsonl.gz')].flatMap((line) => /"height":\s*(\d+)/.exec(line)?.[1] ?? []);
  if (heights.length === 0) return Math.floor(tipHeight * SHARE_OF_CHAIN);
  return Math.max(0, Math.min(...heights.map(Number)) - BLOCKS_BEFORE_FORK);
}
