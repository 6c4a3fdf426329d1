import { isDeepStrictEqual } from 'node:util';
import type { MovingSamples } from '../exports/run-moving.ts';

export interface MovingSummary {
  rows: number;
  seconds: number;
  reorganisations: number;
  height: number;
  /** Count, sums and balances are those that were written, and the head named them. */
  isRight: boolean;
  memory: MovingSamples['memory'];
}

export function summarizeMoving(samples: MovingSamples): MovingSummary {
  const { sums, written, balance, faults, block, reorganisations, ms, memory } = samples;
  const isWhole = isDeepStrictEqual(sums, written) && balance === written.amount && faults === 0;
  const isRight = isWhole && block.items === written.rows;
  return { rows: sums.rows, seconds: ms / 1_000, reorganisations, height: block.height, memory, isRight };
}
