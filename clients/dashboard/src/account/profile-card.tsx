import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ME } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { useMe } from '#/session/use-me.ts';

/** The e-mail address identifies the user and stays. */
export function ProfileCard() {
  const { user } = useMe();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: user.name },
    validate: { name: (name) => (name.trim() === '' ? 'Enter your name' : null) },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => askAuth(() => authClient.updateUser({ name: name.trim() })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ME });
      form.resetDirty();
      notifyDone('Your name is changed.');
    },
  });
  return (
    <Section title="Profile">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack maw={420}>
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label="E-mail"
            readOnly
            value={user.email}
            description="You sign in with it; it cannot be changed."
          />
          <FormProblem error={save.error} />
          <Group>
            <Button type="submit" variant="default" loading={save.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
