import type { FairnessSample } from '../fairness/measure-beside.ts';
import { quantile } from '../measure/quantile.ts';

export interface Fairness {
  attack: string;
  read: string;
  /** 99th percentiles. */
  quietMs: number;
  attackedMs: number;
  ratio: number;
  failures: number;
  attackerAnswers: Record<string, number>;
}

export function summarizeFairness({ quietMs, attackedMs, ...sample }: FairnessSample): Fairness {
  const [quiet, attacked] = [quantile(quietMs, 0.99), quantile(attackedMs, 0.99)];
  return { ...sample, quietMs: quiet, attackedMs: attacked, ratio: attacked / quiet };
}
