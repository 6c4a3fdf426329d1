import type { Quota } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { calendarDay } from '@ledgergraph/ui/feedback/instant.ts';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { whole } from './numbers.ts';

const REFRESH_MS = 5_000;
const NEARLY_USED_UP = 0.9;

export function QuotaCard() {
  const { id } = useTeam();
  const quota = useQuery({
    queryKey: inTeam(id, 'quota'),
    queryFn: ({ signal }) => request<Quota>(`/teams/${id}/quota`, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Section
      title="This month’s plan"
      intro="Calls with live keys that were answered. Test keys, and calls we refuse or fail, never count."
    >
      <QueryPanel query={quota} rows={1}>
        {(data) => <Spending quota={data} />}
      </QueryPanel>
    </Section>
  );
}

function Spending({ quota: { plan, used, left, resetsAt } }: { quota: Quota }) {
  const share = plan.callsPerMonth === null ? 0 : used / Math.max(1, plan.callsPerMonth);
  const color = share >= 1 ? 'red.6' : share >= NEARLY_USED_UP ? 'orange.6' : 'ledger.6';
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Text className="numeric">
          <Text span fz={28} fw={650}>
            {whole(used)}
          </Text>{' '}
          <Text span c="dimmed">
            {plan.callsPerMonth === null ? 'calls, not limited' : `of ${whole(plan.callsPerMonth)} calls`}
          </Text>
        </Text>
        <Group gap="xs">
          {left === 0 && <StateBadge tone="bad">Used up</StateBadge>}
          <StateBadge tone="accent">{plan.id} plan</StateBadge>
        </Group>
      </Group>
      {plan.callsPerMonth !== null && (
        <Progress
          value={Math.min(100, share * 100)}
          color={color}
          size="lg"
          radius="xl"
          aria-label={`${whole(used)} of ${whole(plan.callsPerMonth)} calls used`}
        />
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className="numeric">
          {left === null ? 'No limit per month' : `${whole(left)} left`}
          {plan.callsPerSecond === null ? '' : ` · at most ${whole(plan.callsPerSecond)} a second`}
          {plan.streamsPerKey === null ? '' : ` · ${whole(plan.streamsPerKey)} streams a key`}
          {plan.sendsPerMinute === null ? '' : ` · a key may send ${whole(plan.sendsPerMinute)} transactions a minute`}
          {plan.webhookEndpoints === null ? '' : ` · ${whole(plan.webhookEndpoints)} webhooks`}
        </Text>
        <Text size="sm" c="dimmed">
          Starts again <When instant={resetsAt} /> ({calendarDay(resetsAt)})
        </Text>
      </Group>
    </Stack>
  );
}
