import type { MeasurementName, Sample } from '../backfill/measurement.ts';
import type { Slice } from '../gateway/run-gateway.ts';
import { summarizeBackfill } from './summarize-backfill.ts';
import { summarizeShape } from './summarize-gateway.ts';

const sample = (ms: number, cpuMs: number, databaseMs?: number): Sample => ({ ms, cpuMs, databaseMs });

/** All but addresses takes as long as pulling, and fetching half of that. */
function backfillRound(pullMs: number, addresses: Sample): Record<MeasurementName, Sample> {
  const even = sample(pullMs, 100);
  const fetch = sample(pullMs / 2, 100);
  return {
    pull: even,
    identities: even,
    currencies: even,
    markets: even,
    statistics: even,
    subgraphs: even,
    blocks: even,
    all: even,
    fetch,
    addresses,
  };
}

const slice = (requests: number, latenciesMs: number[], cpuMs: number | undefined): Slice => ({
  requests,
  elapsedMs: 1_000,
  latenciesMs,
  cpuMs,
});

const counts = { ours: { requests: 2, entities: 6 }, stock: { requests: 2, entities: 50 } };

test('a backfill’s ratio is the middle one of the rounds, each against the rival of its own round', () => {
  const ratios = summarizeBackfill({
    recording: 'pchain-a',
    blocks: 500,
    rounds: [
      backfillRound(100, sample(300, 150, 150)),
      // Both felt a slow moment of the machine.
      backfillRound(1_000, sample(4_000, 150, 150)),
      backfillRound(100, sample(900, 150, 150)),
    ],
  });
  expect(ratios.find(({ contender }) => contender === 'addresses')).toMatchObject({
    rival: 'pull',
    time: 4,
    cpu: 1.5,
    databaseShare: 0.5,
    rivalBlocksPerSecond: 5_000,
  });
  expect(ratios.find(({ contender }) => contender === 'blocks')).toMatchObject({ rival: 'fetch', time: 2, cpu: 1 });
  expect(ratios.find(({ contender }) => contender === 'all')?.databaseShare).toBeNull();
});

test('a shape’s figures are ours by those of the stock gateway', () => {
  const { figures } = summarizeShape({
    shape: 'block',
    fault: undefined,
    counts,
    rounds: [{ ours: slice(200, [1, 2, 3], 100), stock: slice(100, [2, 4, 6], 200) }],
  });
  expect(figures).toMatchObject({ throughput: 2, p50: 0.5, p95: 0.5, cpu: 0.25, p50Ms: 2, cpuMsPerRequest: 0.5 });
});
