import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { type Environment, useHeldKey } from '#/session/held-key.tsx';
import { useTeam } from '#/teams/team-context.tsx';
import { Explorer } from './explorer.tsx';
import { KeyStep } from './key-step.tsx';
import { QueryStep } from './query-step.tsx';

/** From no key to a first answer. */
export function QuickStartPage() {
  const team = useTeam();
  const [params, setParams] = useSearchParams();
  const environment: Environment = params.get('environment') === 'live' ? 'live' : 'test';
  const value = useHeldKey().find(team.id, environment);
  return (
    <Page
      title="Quick start"
      intro="One endpoint, one key, one POST. Copy a snippet, run it, and go on in the explorer below."
      action={
        <SegmentedControl
          aria-label="Environment"
          data={[
            { value: 'test', label: 'Test' },
            { value: 'live', label: 'Live' },
          ]}
          value={environment}
          onChange={(chosen) => setParams({ environment: chosen }, { replace: true })}
        />
      }
    >
      <Stack gap="lg" key={environment}>
        <KeyStep environment={environment} value={value} />
        <QueryStep environment={environment} value={value} />
        <Explorer value={value} key={value} />
      </Stack>
    </Page>
  );
}
