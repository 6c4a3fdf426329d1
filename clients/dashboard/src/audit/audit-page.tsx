import type { AuditPage as AuditAnswer } from '@ledgergraph/dashboard-api/contract';
import { request } from '@ledgergraph/dashboard-api/request';
import { Failure } from '@ledgergraph/ui/feedback/failure.tsx';
import { exactTime } from '@ledgergraph/ui/feedback/instant.ts';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryOutline } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Button, Card, Center, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { actionWords, detailWords } from './audit-words.ts';

/** Audit log of the team, newest first. */
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
  const entries = audit.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title="Audit log" intro="Who changed keys, members and the plan, and from where. Owners and admins see it.">
      {audit.error !== null && (
        <Failure
          error={audit.error}
          onRetry={() => (entries === undefined ? audit.refetch() : audit.fetchNextPage())}
          isRetrying={audit.isFetching}
        />
      )}
      {entries === undefined && audit.error === null && <QueryOutline rows={6} />}
      {entries?.length === 0 && (
        <Card>
          <NothingYet icon={<IconHistory />} title="Nothing has happened yet">
            Making a key or inviting somebody will be the first entry.
          </NothingYet>
        </Card>
      )}
      {entries !== undefined && entries.length > 0 && (
        <Card>
          <Rows label="Audit log">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Rows>
        </Card>
      )}
      {audit.hasNextPage && (
        <Center>
          <Button variant="default" loading={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
            Show earlier entries
          </Button>
        </Center>
      )}
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
      </Group>
      <Text size="xs" c="dimmed" className="breakable">
        {[actor.name, ...detailWords(details).map(({ name, value }) => `${name}: ${value}`)].join(' · ')}
      </Text>
    </Row>
  );
}
