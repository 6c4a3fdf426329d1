import type { WebhookPreview } from '@ledgergraph/dashboard-api/webhook-contract';
import { CodeBlock } from '@ledgergraph/ui/feedback/code-block.tsx';
import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { CircleAlertIcon } from 'lucide-react';
import { usePreview } from './use-preview.ts';

export function PreviewPanel({ settings }: { settings: WebhookPreview | undefined }) {
  const { state, event, message } = usePreview(settings);
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600} size="sm">
        Preview of the next event
      </Text>
      {settings === undefined && (
        <Text size="sm" c="dimmed">
          Fill in what the event type needs, and the next event shows up here.
        </Text>
      )}
      {settings !== undefined && state !== 'arrived' && state !== 'failed' && (
        <Group gap="xs">
          <Loader size="xs" />
          <Text size="sm" c="dimmed">
            {state === 'waiting' ? 'Waiting for the next event on the chain…' : 'Connecting…'}
            {settings.environment === 'live' && ' Each of the next 10 events costs one unit.'}
          </Text>
        </Group>
      )}
      {state === 'failed' && (
        <Alert role="alert" color="red" icon={<CircleAlertIcon aria-hidden />} c="var(--mantine-color-text)">
          {message}
        </Alert>
      )}
      {event !== undefined && <CodeBlock title={event.eventType} code={prettyJson(event.payload)} />}
    </Stack>
  );
}

/** A text that is not JSON stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
