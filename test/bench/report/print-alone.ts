import { formatTable } from './format-table.ts';
import type { AloneRatio, RivalName } from './summarize-alone.ts';

const HEAD = [
  'operation',
  'kB',
  'against',
  'throughput ×',
  'CPU ×',
  'subgraph requests',
  'our CPU ms',
  'its CPU ms',
  'ours per s',
  'its per s',
];
const NAMES: Record<RivalName, string> = { stock: 'stock @apollo/gateway', hive: 'Hive Gateway, Rust planner' };

/** A Markdown table, a line for each operation and rival; and which rivals are missing. */
export function printAlone(ratios: readonly AloneRatio[], missing: readonly string[]): string {
  return [formatTable(HEAD, ratios.flatMap(rowsOf)), ...missing.map((reason) => `Not measured: ${reason}.`)].join(
    '\n\n',
  );
}

function rowsOf({ operation, bytes, fault, ours, rivals }: AloneRatio): string[][] {
  const size = (bytes / 1_000).toFixed(1);
  if (ours === null) return [[operation, size, `broken: ${fault}`, ...Array(HEAD.length - 3).fill('')]];
  return Object.entries(rivals).map(([rival, its]) => [
    operation,
    size,
    NAMES[rival as RivalName],
    its.throughput.toFixed(2),
    its.cpu?.toFixed(2) ?? '?',
    `${ours.fetches} : ${its.fetches}`,
    ours.cpuMs?.toFixed(3) ?? '?',
    its.cpuMs?.toFixed(3) ?? '?',
    ours.perSecond.toFixed(0),
    its.perSecond.toFixed(0),
  ]);
}
