import type { Slice } from '../gateway/run-gateway.ts';
import type { AloneSamples } from '../gateway-alone/run-alone.ts';
import { printAlone } from './print-alone.ts';
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

test('a rival that could not be had is missing, and the report names the reason', () => {
  const rounds = [{ ours: slice(400, undefined), stock: slice(100, undefined) }];
  const text = printAlone([summarizeAlone({ ...samples, rounds })], ['it cannot be installed']);
  expect(text).toMatch(/heavy +\| 36\.4 \| stock @apollo\/gateway \| +4\.00 \| +\? \| +4 : 4 \|/);
  expect(text).not.toContain('Hive Gateway, Rust planner');
  expect(text).toContain('Not measured: it cannot be installed.');
});

test('an operation that cannot be compared shows the reason', () => {
  const fault = 'the two gateways answer differently';
  expect(printAlone([summarizeAlone({ ...samples, fault, rounds: [] })], [])).toMatch(/broken: the two gateways/);
});
