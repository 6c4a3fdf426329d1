import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTeam } from '#/teams/team-context.tsx';
import { teamNameProblem } from '#/teams/team-name.ts';
import { useTeamChanges } from './use-team-changes.ts';

export function RenameCard() {
  const team = useTeam();
  const { rename } = useTeamChanges();
  const form = useForm({ initialValues: { name: team.name }, validate: { name: teamNameProblem } });
  return (
    <Section title="Name">
      <form
        onSubmit={form.onSubmit(({ name }) =>
          rename.mutate(name.trim(), { onSuccess: () => notifyDone('The team is renamed.') }),
        )}
        noValidate
      >
        <Group align="flex-start" gap="sm">
          <TextInput aria-label="Team name" style={{ flex: '1 1 240px' }} maw={420} {...form.getInputProps('name')} />
          <Button type="submit" variant="default" loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </form>
      <FormProblem error={rename.error} />
    </Section>
  );
}
