import type { ReplicasLeg } from '../replicas/run-replicas.ts';
import { summarizeReplicas } from './summarize-replicas.ts';

const leg = (serversMs: number[], primary: number, replica: number): ReplicasLeg => {
  return { answers: 100, elapsedMs: 1, apiMs: 50, serversMs, targets: { primary, replica } };
};
const SAMPLES = {
  // The machine is half as fast in the second round.
  full: [
    [leg([1_000, 5], 100, 0), leg([2_000, 9], 100, 0)],
    [leg([400, 600], 40, 60), leg([800, 1_000], 40, 60)],
  ],
  atTip: [[], [leg([10, 900], 1, 99), leg([10, 900], 3, 97)]],
  blockMs: [20, 3],
  compared: { answers: 400, different: 90, wrong: 1 },
};

test('the busiest server limits the answers of a second, in ratio to the same round without replicas', () => {
  const [alone, one] = summarizeReplicas(SAMPLES).rows;
  expect(alone).toMatchObject({ replicas: 0, rate: 75, reads: 1, serversMs: [15], onPrimaryAtTip: undefined });
  expect(one?.reads).toBeCloseTo((1_000 / 600 + 2_000 / 1_000) / 2);
  expect(one).toMatchObject({ serversMs: [6, 8], apiMs: 0.5, onPrimary: 0.4, onPrimaryAtTip: 0.02 });
});
