import type { ExportSamples } from '../exports/run-exports.ts';
import { median } from '../measure/quantile.ts';

export interface ExportRatio {
  columns: string;
  rows: number;
  /** COPY's time ÷ the export's; median of the rounds' own ratios. */
  rate: number;
  rowsPerSecond: number;
  copiedPerSecond: number;
  /** COPY's, in Postgres, ÷ the export's, in all processes. */
  cpu: number;
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
