import { isTransient, messageOf } from '@ledgergraph/dashboard-api/api-error';
import { Alert, Button, Group, Text } from '@mantine/core';
import { RefreshCwIcon, TriangleAlertIcon, UnplugIcon } from 'lucide-react';

export interface FailureProps {
  error: unknown;
  /** Absent where trying again cannot help. */
  onRetry?: () => unknown;
  isRetrying?: boolean;
}

export function Failure({ error, onRetry, isRetrying = false }: FailureProps) {
  const isDown = isTransient(error);
  return (
    <Alert
      role="alert"
      color={isDown ? 'yellow' : 'red'}
      icon={isDown ? <UnplugIcon aria-hidden /> : <TriangleAlertIcon aria-hidden />}
      title={isDown ? 'No answer from the server' : 'This did not work'}
      classNames={{ title: 'failure-title' }}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {messageOf(error)}
        </Text>
        {onRetry !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<RefreshCwIcon size={14} aria-hidden />}
            loading={isRetrying}
            onClick={() => onRetry()}
          >
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
