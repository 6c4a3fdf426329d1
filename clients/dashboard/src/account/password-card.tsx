import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { notifyDone } from '@ledgergraph/ui/feedback/notify.ts';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT } from '#/api/query-keys.ts';
import { PASSWORD_HINT, passwordProblem } from '#/auth-pages/password-rules.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

/** A new password ends all other sessions, also those of a person who knew the old one. */
export function PasswordCard() {
  const client = useQueryClient();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      currentPassword: (value) => (value === '' ? 'Enter your password' : null),
      newPassword: passwordProblem,
    },
  });
  const change = useMutation({
    mutationFn: (passwords: typeof EMPTY) =>
      askAuth(() => authClient.changePassword({ ...passwords, revokeOtherSessions: true })),
    onSuccess: async () => {
      form.reset();
      notifyDone('Your password is changed. Other devices were signed out.');
      await client.invalidateQueries({ queryKey: ACCOUNT });
    },
    onError: showFieldProblems(form),
  });
  return (
    <Section title="Password" intro="Changing it signs out all your other devices.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack maw={420}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description={PASSWORD_HINT}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <FormProblem error={change.error} />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
