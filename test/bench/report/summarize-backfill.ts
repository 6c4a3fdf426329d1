import type { MeasurementName, Sample } from '../backfill/measurement.ts';
import type { BackfillSamples } from '../backfill/run-backfill.ts';
import { median } from '../measure/quantile.ts';

/** Contender ÷ rival, as the median of the rounds' own ratios. */
export interface BackfillRatio {
  recording: string;
  contender: MeasurementName;
  rival: MeasurementName;
  time: number;
  /** Without the database server. */
  cpu: number;
  /** 0 to 1; null where it cannot be read. */
  databaseShare: number | null;
  /** For orientation: no two machines agree on it. */
  blocksPerSecond: number;
  rivalBlocksPerSecond: number;
}

const RIVALS: readonly [MeasurementName, MeasurementName][] = [
  ['identities', 'pull'],
  ['currencies', 'pull'],
  ['addresses', 'pull'],
  ['markets', 'pull'],
  ['statistics', 'pull'],
  ['subgraphs', 'pull'],
  ['blocks', 'fetch'],
  ['all', 'pull'],
  ['all', 'fetch'],
];

export function summarizeBackfill({ recording, blocks, rounds }: BackfillSamples): BackfillRatio[] {
  const middle = (value: (round: Record<MeasurementName, Sample>) => number): number => median(rounds.map(value));
  return RIVALS.map(([contender, rival]) => ({
    recording,
    contender,
    rival,
    time: middle((round) => round[contender].ms / round[rival].ms),
    cpu: middle((round) => round[contender].cpuMs / round[rival].cpuMs),
    databaseShare: databaseShare(rounds.map((round) => round[contender])),
    blocksPerSecond: middle((round) => (blocks * 1000) / round[contender].ms),
    rivalBlocksPerSecond: middle((round) => (blocks * 1000) / round[rival].ms),
  }));
}

function databaseShare(samples: readonly Sample[]): number | null {
  const shares = samples.map(({ cpuMs, databaseMs }) =>
    databaseMs === undefined ? Number.NaN : databaseMs / (cpuMs + databaseMs),
  );
  return shares.some(Number.isNaN) ? null : median(shares);
}
