import { ConfirmDialog } from '@ledgergraph/ui/feedback/confirm-dialog.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ME } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { useTeamChanges } from './use-team-changes.ts';

export function EndCard({ isOnlyMember }: { isOnlyMember: boolean }) {
  const team = useTeam();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'leave' | 'dissolve'>();
  const changes = useTeamChanges();
  const close = (): void => setAsked(undefined);
  const gone = async (words: string): Promise<void> => {
    close();
    notifyDone(words);
    await navigate('/', { replace: true });
    await client.invalidateQueries({ queryKey: ME });
  };
  return (
    <Section
      title="Leave or dissolve"
      intro="Keys belong to the team. Leaving keeps them working; dissolving ends them."
    >
      <Group>
        {!isOnlyMember && (
          <Button variant="default" onClick={() => setAsked('leave')}>
            Leave team
          </Button>
        )}
        {team.role === 'owner' && (
          <Button variant="outline" color="red.8" c="var(--lg-bad)" onClick={() => setAsked('dissolve')}>
            Dissolve team
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={asked === 'leave'}
        onClose={close}
        title={`Leave ${team.name}?`}
        confirm="Leave team"
        onConfirm={() => changes.leave.mutate(undefined, { onSuccess: () => gone(`You left ${team.name}.`) })}
        isBusy={changes.leave.isPending}
        error={changes.leave.error}
      >
        You can only come back by invitation.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'dissolve'}
        onClose={close}
        title={`Dissolve ${team.name}?`}
        confirm="Dissolve team"
        onConfirm={() => changes.dissolve.mutate(undefined, { onSuccess: () => gone(`${team.name} is dissolved.`) })}
        isBusy={changes.dissolve.isPending}
        error={changes.dissolve.error}
      >
        All its keys stop working at once, and its members lose access. This cannot be taken back.
      </ConfirmDialog>
    </Section>
  );
}
