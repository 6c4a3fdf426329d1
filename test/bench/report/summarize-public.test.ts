import type { PublicSamples } from '../public-gateways/run-public.ts';
import { summarizePublic } from './summarize-public.ts';

const slice = (requests: number, cpuMs: number | undefined) => ({ requests, elapsedMs: 1_000, latenciesMs: [], cpuMs });

function samples(fault?: string, cpuMs: number | undefined = 500): PublicSamples {
  const round = { ours: slice(100, cpuMs), 'two processes': slice(150, 900), stock: slice(20, 600) };
  return {
    asking: 'equal',
    latencyMs: 4,
    bytes: 87_600,
    fetches: { ours: 16, 'two processes': 16, stock: 16 },
    fault,
    rounds: fault === undefined ? [round, round] : [],
  };
}

test('what a core answers, and what two of them do, is computed from the CPU time per answer', () => {
  const { perCore, scaling, figures } = summarizePublic(samples());
  // 5 ms, 6 ms and 30 ms an answer.
  expect(perCore).toBeCloseTo(6);
  expect(scaling).toBeCloseTo(10 / 6);
  expect(figures?.['two processes'].perSecond).toBe(150);
});

test('without CPU times there is no ratio, and with another answer no figure', () => {
  const unread = samples();
  for (const round of unread.rounds) round.ours = slice(100, undefined);
  expect(summarizePublic(unread)).toMatchObject({ perCore: null, scaling: null });
  const broken = summarizePublic(samples('the two gateways answer differently'));
  expect(broken).toMatchObject({ fault: 'the two gateways answer differently', figures: null });
});
