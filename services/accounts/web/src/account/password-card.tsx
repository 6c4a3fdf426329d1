import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ACCOUNT } from '#web/api/query-keys.ts';
import { PASSWORD_HINT, passwordProblem } from '#web/auth-pages/password-rules.ts';
import { FormProblem } from '#web/feedback/form-problem.tsx';
import { notifyDone } from '#web/feedback/notify.ts';
import { showFieldProblems } from '#web/feedback/show-field-problems.ts';
import { Section } from '#web/layout/section.tsx';
import { askAuth } from '#web/session/ask-auth.ts';
import { authClient } from '#web/session/auth-client.ts';

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
