import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { SegmentedControl, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { type Environment, useHeldKey } from '#/session/held-key.tsx';
import { useTeam } from '#/teams/team-context.tsx';
import type { StepProps } from './key-step.tsx';

interface EnvironmentPageProps {
  title: string;
  intro: string;
  children: (step: StepProps) => ReactNode;
}

export function EnvironmentPage({ title, intro, children }: EnvironmentPageProps) {
  const team = useTeam();
  const [params, setParams] = useSearchParams();
  const environment: Environment = params.get('environment') === 'live' ? 'live' : 'test';
  const value = useHeldKey().find(team.id, environment);
  return (
    <Page
      title={title}
      intro={intro}
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
        {children({ environment, value })}
      </Stack>
    </Page>
  );
}
