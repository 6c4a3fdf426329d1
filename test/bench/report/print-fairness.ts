import type { FairnessSample } from '../fairness/measure-beside.ts';
import { quantile } from '../measure/quantile.ts';
import { formatTable } from './format-table.ts';

/** How a quiet team fares while another one attacks. */
export interface Fairness {
  attack: string;
  read: string;
  /** 99th percentiles, milliseconds. */
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

/** A Markdown table, a line for each attack and read. */
export function printFairness(all: readonly Fairness[]): string {
  const head = ['one team', 'another reads', 'p99 quiet, ms', 'p99 attacked, ms', 'ratio', 'failed', 'attacker got'];
  const rows = all.map(({ attack, read, quietMs, attackedMs, ratio, failures, attackerAnswers }) => [
    ...[attack, read, quietMs.toFixed(1), attackedMs.toFixed(1), ratio.toFixed(1), String(failures)],
    Object.entries(attackerAnswers)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  ]);
  return formatTable(head, rows);
}
