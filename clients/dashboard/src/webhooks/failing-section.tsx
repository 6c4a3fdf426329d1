import type { FailingDelivery } from '@ledgergraph/dashboard-api/webhook-contract';
import { When } from '@ledgergraph/ui/feedback/when.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Text } from '@mantine/core';
import { AttemptDetails } from './attempt-details.tsx';

/** Above everything else, since later deliveries may wait for this one. */
export function FailingSection({ failing }: { failing: FailingDelivery }) {
  const { since, attempt, nextAttemptAt } = failing;
  return (
    <Section title="Deliveries are failing">
      <Text size="sm">
        Since <When instant={since} />.{' '}
        {nextAttemptAt === null ? (
          'There is no further attempt.'
        ) : (
          <>
            Next attempt: <When instant={nextAttemptAt} />. Resume after a pause tries at once.
          </>
        )}
      </Text>
      {attempt !== null && <AttemptDetails attempt={attempt} />}
    </Section>
  );
}
