import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Alert, Anchor, Card, Code, Group, Stack, Text } from '@mantine/core';
import { TriangleAlertIcon, WebhookOffIcon } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';
import { whole } from '#/usage/numbers.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { FailingSection } from './failing-section.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { eventsOf, WebhookBadges } from './webhook-state.tsx';

export function WebhookPage() {
  const { slug, role } = useTeam();
  const { webhook: id = '' } = useParams();
  const webhooks = useWebhooks();
  const found = webhooks.data?.find((webhook) => webhook.id === id);
  const back = (
    <Anchor component={Link} to={`/teams/${slug}/webhooks`} size="sm">
      All webhooks
    </Anchor>
  );
  return (
    <Page title={found?.description || 'Webhook'} intro={back}>
      <QueryPanel query={webhooks} rows={4}>
        {() =>
          found === undefined ? (
            <Card>
              <NothingYet icon={<WebhookOffIcon />} title="There is no such webhook">
                It may have been deleted.
              </NothingYet>
            </Card>
          ) : (
            <Stack gap="lg">
              {found.failing !== null && <FailingSection failing={found.failing} />}
              <Facts webhook={found} />
              {mayAdminister(role) && <WebhookActions webhook={found} />}
              <DeliveriesSection webhookId={found.id} mayRepeat={mayAdminister(role)} />
            </Stack>
          )
        }
      </QueryPanel>
    </Page>
  );
}

function Faults({ webhook: { state, disabledReason, trouble } }: { webhook: Webhook }) {
  const resume = state === 'disabled' ? ' Resume it, and it goes on where it stopped.' : '';
  const reason = disabledReason ?? trouble;
  if (reason === null) return null;
  return (
    <Alert color="yellow" icon={<TriangleAlertIcon aria-hidden />} c="var(--mantine-color-text)" className="breakable">
      {reason + resume}
    </Alert>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, variables, isParallel, positionHeight, queuedDeliveries, lastDeliveredAt } = webhook;
  return (
    <Section title={eventsOf(webhook)} action={<WebhookBadges webhook={webhook} />}>
      <Faults webhook={webhook} />
      <Stack gap={6}>
        <Text size="sm" className="breakable">
          Sent to <Code>{url}</Code>, {isParallel ? 'several at a time' : 'in order'}.
        </Text>
        {Object.keys(variables).length > 0 && (
          <Text size="sm" className="breakable">
            With <Code>{JSON.stringify(variables)}</Code>
          </Text>
        )}
        <Group gap="lg">
          <Text size="sm" c="dimmed">
            Last event: {positionHeight === null ? 'none yet' : `block ${whole(positionHeight)}`}
          </Text>
          <Text size="sm" c="dimmed">
            Queued: {whole(queuedDeliveries)}
          </Text>
          <Text size="sm" c="dimmed">
            Last delivered: {lastDeliveredAt === null ? 'never' : <When instant={lastDeliveredAt} />}
          </Text>
        </Group>
      </Stack>
    </Section>
  );
}
