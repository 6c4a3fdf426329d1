import type { ExportSamples } from '../exports/run-exports.ts';
import { median } from '../measure/quantile.ts';
import { formatTable } from './format-table.ts';

/** An export against COPY of the same rows. */
export interface ExportRatio {
  columns: string;
  rows: number;
  /** COPY's elapsed time ÷ the export's; median of the rounds' own ratios. */
  rate: number;
  rowsPerSecond: number;
  copiedPerSecond: number;
  /** CPU time of COPY, in Postgres, ÷ that of the export, in all processes. */
  cpu: number;
  /** CPU seconds of each process in one export. */
  parts: Record<string, number>;
}

export function summarizeExports({ columns, rows, rounds }: ExportSamples): ExportRatio {
  return {
    columns,
    rows,
    rate: median(rounds.map(({ exportMs, copyMs }) => copyMs / exportMs)),
    cpu: median(rounds.map(({ exportCpu, copyCpu }) => sum(copyCpu) / sum(exportCpu))),
    parts: partsOf(rounds),
    rowsPerSecond: (rows * 1_000) / median(rounds.map(({ exportMs }) => exportMs)),
    copiedPerSecond: (rows * 1_000) / median(rounds.map(({ copyMs }) => copyMs)),
  };
}

export function printExports(ratios: readonly ExportRatio[]): string {
  const table = formatTable(
    ['columns', 'rows', 'rate ×', 'CPU ×', 'rows/s', 'rows/s by COPY'],
    ratios.map(({ columns, rows, rate, cpu, rowsPerSecond, copiedPerSecond }) => [
      ...[columns, String(rows), rate.toFixed(3), cpu.toFixed(3)],
      ...[rowsPerSecond.toFixed(0), copiedPerSecond.toFixed(0)],
    ]),
  );
  return [table, ...ratios.map(printParts)].join('\n\n');
}

function printParts({ columns, parts }: ExportRatio): string {
  const spent = Object.entries(parts).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`);
  return `CPU seconds of one export of the columns ${columns}: ${spent.join(', ')}.`;
}

/** Medians, of those that took part. */
function partsOf(rounds: ExportSamples['rounds']): Record<string, number> {
  const names = Object.keys(rounds[0]?.exportCpu ?? {});
  const parts = names.map(
    (name) => [name, median(rounds.map(({ exportCpu }) => exportCpu[name] ?? 0)) / 1_000] as const,
  );
  return Object.fromEntries(parts.filter(([, seconds]) => seconds >= 0.05).sort(([, a], [, b]) => b - a));
}

function sum(parts: Record<string, number>): number {
  return Object.values(parts).reduce((total, ms) => total + ms, 0);
}
