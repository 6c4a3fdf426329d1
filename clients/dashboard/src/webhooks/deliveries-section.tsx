import type { Delivery } from '@ledgergraph/dashboard-api/webhook-contract';
import { CodeBlock } from '@ledgergraph/ui/feedback/code-block.tsx';
import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { PagedList } from '@ledgergraph/ui/feedback/paged-list.tsx';
import { StateBadge, type Tone } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Row, Rows } from '@ledgergraph/ui/layout/rows.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { InboxIcon } from 'lucide-react';
import { whole } from '#/usage/numbers.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { prettyJson } from './preview-panel.tsx';
import { useDeliveries, useWebhookChanges } from './use-webhooks.ts';

const STATES: Record<Delivery['state'], { word: string; tone: Tone }> = {
  queued: { word: 'Queued', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
};

export function DeliveriesSection({ webhookId, mayRepeat }: { webhookId: string; mayRepeat: boolean }) {
  const deliveries = useDeliveries(webhookId);
  return (
    <Section
      title="Deliveries"
      intro="Requests, answers and timing. They are kept for 30 days, bodies and answers of delivered ones for a day."
    >
      <PagedList
        query={deliveries}
        itemsOf={(page) => page.deliveries}
        rows={4}
        more="Show earlier deliveries"
        empty={
          <NothingYet icon={<InboxIcon />} title="Nothing has happened yet">
            The first event shows up here as soon as the chain has it.
          </NothingYet>
        }
      >
        {(list) => (
          <Rows label="Deliveries">
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} mayRepeat={mayRepeat} />
            ))}
          </Rows>
        )}
      </PagedList>
    </Section>
  );
}

interface DeliveryRowProps {
  webhookId: string;
  delivery: Delivery;
  mayRepeat: boolean;
}

function DeliveryRow({ webhookId, delivery, mayRepeat }: DeliveryRowProps) {
  const [isOpen, details] = useDisclosure(false);
  const { replay } = useWebhookChanges();
  const { id, eventType, blockHeight, state, createdAt, attempts, nextAttemptAt } = delivery;
  const repeat = (): void =>
    replay.mutate({ webhookId, from: { deliveryId: id } }, { onSuccess: () => notifyDone('The event is sent again.') });
  return (
    <Row
      below={isOpen ? <Details delivery={delivery} /> : undefined}
      actions={
        <>
          <Button variant="subtle" size="xs" onClick={details.toggle} aria-expanded={isOpen}>
            {isOpen ? 'Hide' : 'Details'}
          </Button>
          {mayRepeat && delivery.payload !== '' && (
            <Button variant="default" size="xs" loading={replay.isPending} onClick={repeat}>
              Send again
            </Button>
          )}
        </>
      }
    >
      <Group gap={8}>
        <StateBadge tone={STATES[state].tone}>{STATES[state].word}</StateBadge>
        <Text fw={600} size="sm">
          {eventType}
        </Text>
        <Text size="sm" c="dimmed">
          block {whole(blockHeight)} · <When instant={createdAt} /> · {attempts.length}{' '}
          {attempts.length === 1 ? 'attempt' : 'attempts'}
          {nextAttemptAt !== null && (
            <>
              {' '}
              · attempt {attempts.length + 1} {attempts.length === 0 ? 'in its turn' : <When instant={nextAttemptAt} />}
            </>
          )}
        </Text>
      </Group>
    </Row>
  );
}

function Details({ delivery }: { delivery: Delivery }) {
  return (
    <Stack gap="sm" mt="sm">
      <Text size="xs" c="dimmed" className="breakable">
        webhook-id: {delivery.webhookId}
      </Text>
      {delivery.payload === '' ? (
        <Text size="sm" c="dimmed">
          Body and attempts are no longer kept.
        </Text>
      ) : (
        <CodeBlock title="Body" code={prettyJson(delivery.payload)} />
      )}
      {delivery.attempts.map((attempt) => (
        <AttemptDetails key={attempt.at} attempt={attempt} />
      ))}
    </Stack>
  );
}
