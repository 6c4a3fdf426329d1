import { formatTable } from './format-table.ts';
import type { ReplicasSummary } from './summarize-replicas.ts';

/** Reads of one api by its number of replicas. */
export function printReplicas({ rows, blockMs, answers, different, wrong }: ReplicasSummary): string {
  const table = formatTable(
    ['replicas', 'reads ×', 'answers/s', 'CPU ms: primary', 'each replica', 'api', 'on the primary', 'near the tip'],
    rows.map(({ replicas, reads, rate, serversMs: [primary = 0, ...others], apiMs, onPrimary, onPrimaryAtTip }) => [
      String(replicas),
      reads.toFixed(2),
      rate.toFixed(0),
      primary.toFixed(2),
      others.map((ms) => ms.toFixed(2)).join(' '),
      apiMs.toFixed(2),
      percent(onPrimary),
      onPrimaryAtTip === undefined ? '' : percent(onPrimaryAtTip),
    ]),
  );
  return [
    table,
    `CPU times of one answer. Answers a second: with a core for each database server, 1,000 ÷ the time of the busiest one. The api is not among them.`,
    `A block costs each server, in ms: ${blockMs.map((ms) => ms.toFixed(1)).join(', ')}, the primary first.`,
    `${answers} answers were compared with the primary's, ${different} different ones: ${wrong} wrong.`,
  ].join('\n\n');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
