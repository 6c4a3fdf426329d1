import type { Webhook } from '@ledgergraph/dashboard-api/webhook-contract';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { DocsLink } from '@ledgergraph/ui/layout/docs-link.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Anchor, Button, Card, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon, WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';
import { whole } from '#/usage/numbers.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { VerifySection } from './verify-section.tsx';
import { eventsOf, WebhookBadges } from './webhook-state.tsx';

export function WebhooksPage() {
  const { role } = useTeam();
  const webhooks = useWebhooks();
  const [isCreating, creating] = useDisclosure(false);
  const [shown, setShown] = useState<ShownSecret>();
  const create = mayAdminister(role) && (
    <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={creating.open}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      intro={
        <>
          Your program receives the events of the chain in order, and every reorganisation.{' '}
          <DocsLink page="webhooks">How webhooks work</DocsLink>
        </>
      }
      action={create}
    >
      <QueryPanel query={webhooks} rows={3}>
        {(list) => (
          <Card>
            {list.length === 0 ? (
              <NothingYet icon={<WebhookIcon />} title="No webhooks yet" action={create}>
                Give a URL and choose an event type, such as a payment to an address. Each event is sent to the URL,
                signed, until it is received.
              </NothingYet>
            ) : (
              <Rows label="Webhooks">
                {list.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} />
                ))}
              </Rows>
            )}
          </Card>
        )}
      </QueryPanel>
      <VerifySection />
      <CreateWebhookDialog
        isOpen={isCreating}
        onClose={creating.close}
        onCreated={({ secret, webhook }) => {
          creating.close();
          setShown({ secret, remark: webhook.url });
        }}
      />
      <SecretDialog shown={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { slug } = useTeam();
  const { id, url, description, queuedDeliveries, lastDeliveredAt, disabledReason, trouble, failing } = webhook;
  const reason = disabledReason ?? trouble ?? failing?.attempt?.error ?? null;
  return (
    <Row
      actions={
        <Text size="sm" c="dimmed">
          {lastDeliveredAt === null ? 'Nothing delivered yet' : <When instant={lastDeliveredAt} />}
          {queuedDeliveries > 0 && ` · ${whole(queuedDeliveries)} queued`}
        </Text>
      }
    >
      <Group gap={8}>
        <Anchor component={Link} to={`/teams/${slug}/webhooks/${id}`} fw={600} className="breakable">
          {description || url}
        </Anchor>
        <WebhookBadges webhook={webhook} />
      </Group>
      <Text size="sm" c="dimmed" className="breakable">
        {eventsOf(webhook)}
        {description !== '' && ` · ${url}`}
      </Text>
      {reason !== null && <Text size="sm">{reason}</Text>}
    </Row>
  );
}
