import type { Slice } from '../gateway/run-gateway.ts';
import type { AloneSamples } from '../gateway-alone/run-alone.ts';
import { summarizeAlone } from './summarize-alone.ts';

const slice = (requests: number, cpuMs: number | undefined): Slice => ({
  requests,
  elapsedMs: 500,
  latenciesMs: [],
  cpuMs,
});

const samples: AloneSamples = {
  operation: 'heavy',
  bytes: 36_400,
  fetches: { ours: 4, stock: 4, hive: 5 },
  fault: undefined,
  rounds: [
    { ours: slice(400, 100), stock: slice(100, 100), hive: slice(200, 100) },
    { ours: slice(500, 125), stock: slice(100, 100), hive: slice(200, 100) },
    { ours: slice(600, 150), stock: slice(100, 100), hive: slice(50, 25) },
  ],
};

test('throughput is the median of the rounds’ ratios, CPU that of all rounds; both show how much better ours is', () => {
  const { ours, rivals } = summarizeAlone(samples);
  expect(ours).toEqual({ perSecond: 1_000, cpuMs: 0.25, fetches: 4 });
  expect(rivals.stock).toEqual({ perSecond: 200, cpuMs: 1, fetches: 4, throughput: 5, cpu: 4 });
  expect(rivals.hive).toMatchObject({ throughput: 2.5, cpu: 2 });
});

test('a rival that could not be had is missing, and without CPU times there is no ratio of them', () => {
  const rounds = [{ ours: slice(400, undefined), stock: slice(100, undefined) }];
  const { rivals } = summarizeAlone({ ...samples, rounds });
  expect(rivals.stock).toMatchObject({ throughput: 4, cpu: null });
  expect(rivals.hive).toBeUndefined();
});
