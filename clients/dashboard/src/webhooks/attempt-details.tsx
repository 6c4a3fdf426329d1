import type { DeliveryAttempt } from '@ledgergraph/dashboard-api/webhook-contract';
import { CodeBlock } from '@ledgergraph/ui/feedback/code-block.tsx';
import { StateBadge } from '@ledgergraph/ui/feedback/state-badge.tsx';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { whole } from '#/usage/numbers.ts';
import { prettyJson } from './preview-panel.tsx';

/** @param payload the body, unless it is shown already */
export function AttemptDetails({ attempt, payload }: { attempt: DeliveryAttempt; payload?: string }) {
  const { at, durationMs, url, requestHeaders, status, responseBody, error } = attempt;
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs">
      <Group gap="sm" role="status">
        <StateBadge tone={error === null ? 'good' : 'bad'}>
          {status === null ? 'No answer' : `Status ${status}`}
        </StateBadge>
        <Text size="sm" c="dimmed">
          <When instant={at} /> · {whole(durationMs)} ms
        </Text>
      </Group>
      {error !== null && <Text size="sm">{error}</Text>}
      <CodeBlock
        title="Request"
        code={[`POST ${url}`, ...headers, ...(payload === undefined ? [] : ['', prettyJson(payload)])].join('\n')}
      />
      {responseBody !== '' && <CodeBlock title="Response" code={responseBody} />}
    </Stack>
  );
}
