import type { CachedSamples } from '../gateway-cached/run-cached.ts';
import { summarizeCached } from './summarize-cached.ts';

const slice = (requests: number, cpuMs: number) => ({ requests, elapsedMs: 1_000, latenciesMs: [], cpuMs });

test('responses from memory are compared round by round', () => {
  const samples: CachedSamples = {
    operation: 'light',
    way: 'POST',
    bytes: 1_500,
    rounds: [
      { ours: slice(800, 80), bare: slice(1_000, 50) },
      { ours: slice(700, 70), bare: slice(1_000, 50) },
      { ours: slice(900, 90), bare: slice(1_000, 50) },
    ],
  };
  const ratio = summarizeCached(samples);
  expect(ratio).toMatchObject({ throughput: 0.8, oursPerSecond: 800, oursCpuMs: 0.1, bareCpuMs: 0.05, cpu: 0.5 });
});
