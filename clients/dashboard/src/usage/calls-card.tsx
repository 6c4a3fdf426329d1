import type { CallStatus } from '@ledgergraph/dashboard-api/contract';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryOutline, QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { ChartBarIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { whole } from './numbers.ts';
import { type PeriodName, periodOf } from './period.ts';
import { StatusFilter } from './status-filter.tsx';
import { STATUSES } from './statuses.ts';
import { UsageTable } from './usage-table.tsx';
import { totals, type UsageFilter, type UsageRows, usageRows } from './usage-table-rows.ts';
import { useUsage } from './use-usage.ts';

// The chart's library is as large as all the rest of the page.
const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));

const PERIODS: { value: PeriodName; label: string }[] = [
  { value: 'month', label: 'This month' },
  { value: '30-days', label: 'Last 30 days' },
  { value: '12-months', label: 'Last 12 months' },
];
const ALL_STATUSES = STATUSES.map(({ status }) => status);

export function CallsCard() {
  const [periodName, setPeriodName] = useState<PeriodName>('30-days');
  const [choice, setChoice] = useState('all');
  const [statuses, setStatuses] = useState<CallStatus[]>(ALL_STATUSES);
  const [form, setForm] = useState('chart');
  const period = periodOf(periodName, Date.now());
  const usage = useUsage(period);
  return (
    <Section title="Calls" action={<FormChoice value={form} onChange={setForm} />}>
      <Group gap="sm">
        <Select
          size="sm"
          w={170}
          aria-label="Period"
          data={PERIODS}
          value={periodName}
          onChange={(value) => setPeriodName((value ?? '30-days') as PeriodName)}
        />
        <Select
          size="sm"
          w={230}
          aria-label="Keys"
          data={keyChoices(usage.data)}
          value={choice}
          onChange={(value) => setChoice(String(value ?? 'all'))}
        />
      </Group>
      <QueryPanel query={usage} rows={5}>
        {(data) => (
          <Calls
            rows={usageRows(data, period, filterOf(choice))}
            hasCalls={data.calls.length > 0}
            isTable={form === 'table'}
            statuses={statuses}
            onStatuses={setStatuses}
          />
        )}
      </QueryPanel>
    </Section>
  );
}

function FormChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <SegmentedControl
      aria-label="Show as"
      size="xs"
      data={[
        { value: 'chart', label: 'Chart' },
        { value: 'table', label: 'Table' },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

interface CallsProps {
  rows: ReturnType<typeof usageRows>;
  hasCalls: boolean;
  isTable: boolean;
  statuses: CallStatus[];
  onStatuses: (statuses: CallStatus[]) => void;
}

function Calls({ rows, hasCalls, isTable, statuses, onStatuses }: CallsProps) {
  const sums = totals(rows);
  const count = statuses.reduce((sum, status) => sum + sums[status], 0);
  return (
    <Stack gap="md">
      <StatusFilter sums={sums} chosen={statuses} onChange={onStatuses} />
      {!hasCalls ? (
        <NothingYet icon={<ChartBarIcon />} title="No calls in this time">
          The first call with one of the team’s keys shows up here within seconds.
        </NothingYet>
      ) : isTable ? (
        <UsageTable rows={rows} statuses={statuses} />
      ) : (
        <Suspense fallback={<QueryOutline rows={5} />}>
          <UsageChart
            rows={rows}
            statuses={statuses}
            summary={`Bar chart of ${whole(count)} calls. The table shows the same.`}
          />
        </Suspense>
      )}
      <Text size="xs" c="dimmed">
        Usage is kept for 13 months.
      </Text>
    </Stack>
  );
}

function keyChoices(usage: UsageRows | undefined) {
  const keys = (usage?.keys ?? []).map(({ id, name, masked }) => ({
    value: id,
    label: `${name} (${masked.slice(-5)})`,
  }));
  return [
    { value: 'all', label: 'All keys' },
    { value: 'only-live', label: 'All live keys' },
    { value: 'only-test', label: 'All test keys' },
    ...(keys.length === 0 ? [] : [{ group: 'One key', items: keys }]),
  ];
}

function filterOf(choice: string): UsageFilter {
  if (choice === 'all') return {};
  if (choice === 'only-live') return { environment: 'live' };
  return choice === 'only-test' ? { environment: 'test' } : { keyId: choice };
}
