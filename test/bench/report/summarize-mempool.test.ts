import type { PollCost, PollRound } from '../mempool/measure-polls.ts';
import type { MempoolSamples } from '../mempool/run-mempool.ts';
import { summarizeMempool } from './summarize-mempool.ts';

const cost = (ms: number): PollCost => ({ elapsedMs: ms, cpuMs: ms / 2, databaseMs: ms / 2 });
const both = (many: number, few: number) => ({ many: cost(many), few: cost(few) });
const round = (tenNew: number): PollRound => ({
  unchanged: both(1, 1),
  'nothing new': both(6, 4),
  'ten new': both(tenNew, 10),
  'ten gone': both(8, 8),
});
const leg = (busyMs: number, entered: number, spacedMs: number[]) => ({ busyMs, entered, spacedMs });

const SAMPLES: MempoolSamples = {
  polls: [round(12), round(30), round(11)],
  memory: [{ pending: 50_000, peakBytes: 250e6, bytes: 200e6, elapsedMs: 30_000 }],
  floods: [
    { flood: leg(2_000, 20_000, [40]), alone: leg(1_800, 0, [10]) },
    { flood: leg(4_000, 30_000, [60]), alone: leg(2_000, 0, [20]) },
    { flood: leg(2_000, 25_000, [50]), alone: leg(2_000, 0, [30]) },
  ],
  entries: [
    { fetch: 5, notify: 10, deliver: 15, whole: 30 },
    { fetch: 7, notify: 12, deliver: 21, whole: 40 },
  ],
};

test('ratios are the middle round’s, each by its own rival, so that a slow moment of the machine does not count', () => {
  const { polls, flood } = summarizeMempool(SAMPLES);
  expect(polls.find(({ poll }) => poll === 'ten new')).toMatchObject({ time: 1.2, cpu: 1.2, manyMs: 12, fewMs: 10 });
  expect(flood).toMatchObject({ rate: 0.9, rates: [0.9, 0.5, 1], blocksPerSecond: 200, entered: 0.5 });
  expect(flood.spaced).toMatchObject({ flood: { median: 50 }, alone: { median: 20 } });
});
