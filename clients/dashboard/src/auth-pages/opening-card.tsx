import { Failure } from '@ledgergraph/ui/feedback/failure.tsx';
import { Group, Loader, Text } from '@mantine/core';
import { AuthCard } from './auth-card.tsx';
import type { Opening } from './use-opening.ts';

/** Opening the dashboard takes a while on a slow machine. */
export function OpeningCard({ opening: { error, isPending, open } }: { opening: Opening }) {
  return (
    <AuthCard title={error === null ? 'Opening your dashboard…' : 'Your dashboard did not open'}>
      {error === null ? (
        <Group role="status" gap="sm" wrap="nowrap">
          <Loader size="sm" />
          <Text size="sm">You are signed in. The dashboard is being loaded.</Text>
        </Group>
      ) : (
        <Failure error={error} onRetry={open} isRetrying={isPending} />
      )}
    </AuthCard>
  );
}
