import type { MeasurementName } from '../backfill/measurement.ts';
import { formatTable } from './format-table.ts';
import type { BackfillRatio } from './summarize-backfill.ts';

const NAMES: Record<MeasurementName, string> = {
  pull: 'pull and decode from the block stream',
  fetch: 'fetch and parse from the node',
  blocks: 'blocks, from the node',
  identities: 'identities',
  currencies: 'currencies',
  addresses: 'addresses',
  markets: 'markets',
  statistics: 'statistics',
  subgraphs: 'all but blocks at once',
  all: 'all at once, from the node',
};

/** One Markdown table for all recordings. */
export function printBackfill(ratios: readonly BackfillRatio[]): string {
  return formatTable(
    ['backfill', 'recording', 'against', 'time ×', 'CPU ×', "Postgres' share of CPU", 'blocks/s', "rival's blocks/s"],
    ratios.map((ratio) => [
      NAMES[ratio.contender],
      ratio.recording,
      NAMES[ratio.rival],
      ratio.time.toFixed(2),
      ratio.cpu.toFixed(2),
      ratio.databaseShare === null ? '?' : `${Math.round(ratio.databaseShare * 100)} %`,
      ratio.blocksPerSecond.toFixed(0),
      ratio.rivalBlocksPerSecond.toFixed(0),
    ]),
  );
}
