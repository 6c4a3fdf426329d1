import type { AuditPage as AuditAnswer } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { exactTime } from '@ledgergraph/ui/feedback/instant.ts';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { PagedList } from '@ledgergraph/ui/feedback/paged-list.tsx';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Card, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HistoryIcon } from 'lucide-react';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { actionWords, detailWords } from './audit-words.ts';

export function AuditPage() {
  const { id } = useTeam();
  const audit = useInfiniteQuery({
    queryKey: inTeam(id, 'audit'),
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? '' : `?${new URLSearchParams({ cursor: pageParam })}`;
      return request<AuditAnswer>(`/teams/${id}/audit${after}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page title="Audit log" intro="Who changed keys, members and the plan, and from where. Owners and admins see it.">
      <PagedList
        query={audit}
        itemsOf={({ entries }) => entries}
        rows={6}
        more="Show earlier entries"
        empty={
          <Card>
            <NothingYet icon={<HistoryIcon />} title="Nothing has happened yet">
              Making a key or inviting somebody will be the first entry.
            </NothingYet>
          </Card>
        }
      >
        {(entries) => (
          <Card>
            <Rows label="Audit log">
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </Rows>
          </Card>
        )}
      </PagedList>
    </Page>
  );
}

function Entry({ entry }: { entry: AuditAnswer['entries'][number] }) {
  const { actor, action, at, ipAddress, details } = entry;
  return (
    <Row
      actions={
        <Text size="xs" c="dimmed" className="numeric" ta="right">
          <time dateTime={at}>{exactTime(at)}</time>
          {ipAddress !== null && (
            <>
              <br />
              {ipAddress}
            </>
          )}
        </Text>
      }
    >
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {actionWords(action)}
        </Text>
        {actor.kind === 'operator' && <StateBadge tone="calm">Operator</StateBadge>}
        {actor.key !== null && <StateBadge tone="calm">API key</StateBadge>}
      </Group>
      <Text size="xs" c="dimmed" className="breakable">
        {[
          actor.name,
          ...(actor.key === null ? [] : [`by key ${actor.key}`]),
          ...detailWords(details).map(({ name, value }) => `${name}: ${value}`),
        ].join(' · ')}
      </Text>
    </Row>
  );
}
