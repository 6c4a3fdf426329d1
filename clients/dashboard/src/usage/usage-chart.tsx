import '@mantine/charts/styles.css';
import type { CallStatus } from '@ledgergraph/dashboard-api/contract';
import { BarChart } from '@mantine/charts';
import { chartLabel } from './chart-labels.ts';
import { short, whole } from './numbers.ts';
import { STATUSES } from './statuses.ts';
import type { UsageRow } from './usage-table-rows.ts';

export interface UsageChartProps {
  rows: UsageRow[];
  statuses: readonly CallStatus[];
  summary: string;
}

export function UsageChart({ rows, statuses, summary }: UsageChartProps) {
  const data = rows.map((row) => ({ ...row, bar: chartLabel(row.bar) }));
  const series = STATUSES.filter(({ status }) => statuses.includes(status)).map(({ status, label, color }) => ({
    name: status,
    label,
    color,
  }));
  return (
    <div role="img" aria-label={summary}>
      <BarChart
        h={280}
        data={data}
        dataKey="bar"
        type="stacked"
        series={series}
        valueFormatter={whole}
        yAxisProps={{ tickFormatter: short, width: 44, allowDecimals: false }}
        maxBarWidth={42}
        gridAxis="x"
        tickLine="none"
        barProps={{ isAnimationActive: false }}
        // The picture is no stop for the keyboard: the table has the same numbers as text.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
