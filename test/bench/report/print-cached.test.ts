import type { CachedSamples } from '../gateway-cached/run-cached.ts';
import { printCached, summarizeCached } from './print-cached.ts';
import { printMemory } from './print-memory.ts';

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
  expect(printCached([ratio])).toContain('| light     | ');
});

test('a start and the memory are printed in milliseconds and megabytes', () => {
  const text = printMemory({
    starts: [
      { elapsedMs: 900, cpuMs: 700 },
      { elapsedMs: 1_100, cpuMs: 800 },
      { elapsedMs: 1_000, cpuMs: undefined },
    ],
    looks: [{ operations: 2_500, rss: 250_000_000, heap: 90_400_000 }],
  });
  expect(text).toContain('From start to ready: 1000 ms, of which 750 ms of CPU time; median of 3.');
  expect(text).toMatch(/2500 +\| +250 \| +90 \|/);
});
