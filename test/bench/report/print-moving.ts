import { isDeepStrictEqual } from 'node:util';
import type { MovingSamples } from '../exports/run-moving.ts';
import { formatTable } from './format-table.ts';

/** A large export while the tip was reorganised. */
export interface MovingSummary {
  rows: number;
  seconds: number;
  reorganisations: number;
  height: number;
  /** True if count, sums and every balance are those that were written, and the head named them. */
  isRight: boolean;
  /** Bytes, when the first rows came and at most. */
  memory: MovingSamples['memory'];
}

export function summarizeMoving(samples: MovingSamples): MovingSummary {
  const { sums, written, balance, faults, block, reorganisations, ms, memory } = samples;
  const isWhole = isDeepStrictEqual(sums, written) && balance === written.amount && faults === 0;
  return {
    ...{ rows: sums.rows, seconds: ms / 1_000, reorganisations, height: block.height, memory },
    isRight: isWhole && block.items === written.rows,
  };
}

export function printMoving({ rows, seconds, reorganisations, height, isRight, memory }: MovingSummary): string {
  const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
  return [
    `${rows} rows in ${seconds.toFixed(0)} s, read at block ${height}, over ${reorganisations} reorganisations: ${isRight ? 'count, sums and balances are right' : 'WRONG'}.`,
    formatTable(
      ['process', 'MiB at the first rows', 'most MiB'],
      Object.entries(memory).map(([name, { first, most }]) => [name, mebibytes(first), mebibytes(most)]),
    ),
  ].join('\n\n');
}
