import type { GeneratedRound, GeneratedSamples } from '../generated-backfill/run-generated.ts';
import type { Leg } from '../generated-backfill/stand.ts';
import { summarizeGenerated } from './summarize-generated.ts';

const leg = (ms: number): Leg => ({ ms, cpuMs: ms, databaseMs: ms, parts: { addresses: ms, node: 77 } });

function round(allMs: number, copyMs: number, addressesBytes: number): GeneratedRound {
  const tenthsMs = Array.from({ length: 10 }, () => allMs / 10);
  const watched = { tenthsMs, memoryBytes: { addresses: addressesBytes } };
  return { all: leg(allMs), copyAll: leg(copyMs), withoutFlows: leg(allMs / 2), watched };
}

const samples = (rounds: readonly GeneratedRound[]): GeneratedSamples => ({
  blocks: 1_000,
  rawBytes: 100,
  rows: 5_000,
  rounds,
  fetch: leg(100),
  pull: leg(100),
  subgraphs: leg(400),
  copySubgraphs: leg(300),
  paced: { blocks: 1_000, nodeBlocksPerSecond: 600, fetch: leg(100), all: leg(100) } as GeneratedSamples['paced'],
  diskBytes: { blocks: 100, identities: 0, currencies: 0, addresses: 500, markets: 0, statistics: 0 },
});

test('the ratio to COPY is the middle round’s, each by the COPY of its own round; memory is the most of all', () => {
  // Both felt a slow moment in the second round.
  const summary = summarizeGenerated(samples([round(1_000, 500, 3), round(4_000, 2_400, 9), round(1_000, 400, 6)]));
  expect(summary.rates).toEqual([0.5, 0.6, 0.4]);
  expect(summary.ratios[0]).toMatchObject({ rate: 0.5, cpu: 0.5, blocksPerSecond: 1_000 });
  expect(summary.flowsCpu.map(({ ratio }) => ratio)).toEqual([2, 2, 2]);
  expect(summary.memoryBytes).toEqual({ addresses: 9 });
  expect(summary.legs).toContainEqual({
    name: 'all but markets and statistics',
    ms: 500,
    parts: { addresses: 500, node: 77 },
  });
});

test('the slower of two rounds counts', () => {
  expect(summarizeGenerated(samples([round(1_000, 600, 1), round(1_000, 400, 1)])).ratios[0]?.rate).toBe(0.4);
});
