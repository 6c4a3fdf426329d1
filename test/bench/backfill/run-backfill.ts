import { interleave } from '../measure/interleave.ts';
import { startDatabaseServer } from './database-server.ts';
import { MEASUREMENTS, type MeasurementName, Measurer, type Sample } from './measurement.ts';
import { type RecordingName, startRecordedNetwork } from './recorded-network.ts';

const RECORDINGS: readonly RecordingName[] = ['vrsctest-a', 'pchain-a'];

/** Samples of a round are taken next to each other. */
export interface BackfillSamples {
  recording: RecordingName;
  blocks: number;
  rounds: Record<MeasurementName, Sample>[];
}

/** The first round warms up and does not count. */
export async function runBackfill(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<BackfillSamples[]> {
  const measurer = new Measurer(await startDatabaseServer(cleanup), cleanup);
  const results: BackfillSamples[] = [];
  for (const recording of RECORDINGS) {
    progress(`backfill of ${recording}: preparing`);
    const network = await startRecordedNetwork(recording, cleanup);
    const samples: BackfillSamples = { recording, blocks: network.blocks, rounds: [] };
    for (let round = 0; round <= rounds; round += 1) {
      progress(`backfill of ${recording}: ${round === 0 ? 'warming up' : `round ${round} of ${rounds}`}`);
      const entries: [MeasurementName, Sample][] = [];
      for (const name of interleave(MEASUREMENTS, round)) entries.push([name, await measurer.measure(name, network)]);
      if (round > 0) samples.rounds.push(Object.fromEntries(entries) as Record<MeasurementName, Sample>);
    }
    results.push(samples);
  }
  return results;
}
