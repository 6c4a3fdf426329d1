import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CheckIcon, CircleAlertIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { AuthCard } from './auth-card.tsx';
import { PASSWORD_HINT, passwordProblem } from './password-rules.ts';

export function ResetPasswordPage() {
  const [params] = useSearchParams();
  const [token] = useState(params.get('token') ?? '');
  const form = useForm({ initialValues: { newPassword: '' }, validate: { newPassword: passwordProblem } });
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      askAuth(() => authClient.resetPassword({ newPassword, token })),
    onError: showFieldProblems(form),
  });
  if (token === '') return <SpentLink />;
  if (reset.isSuccess) {
    return (
      <AuthCard title="Password changed">
        <Alert role="status" color="teal" icon={<CheckIcon aria-hidden />} c="var(--mantine-color-text)">
          You were signed out everywhere. Sign in with the new password.
        </Alert>
        <Button component={Link} to="/sign-in" replace>
          Sign in
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Choose a new password" intro="All devices that are signed in will be signed out.">
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))} noValidate>
        <Stack>
          <PasswordInput
            label="New password"
            description={PASSWORD_HINT}
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <FormProblem error={reset.error} />
          <Button type="submit" loading={reset.isPending} fullWidth>
            Change password
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}

function SpentLink() {
  return (
    <AuthCard title="This link does not work">
      <Alert color="yellow" icon={<CircleAlertIcon aria-hidden />} c="var(--mantine-color-text)">
        It has been used, is too old, or was cut off in the mail.{' '}
        <Anchor component={Link} to="/forgot-password" underline="always" inherit>
          Ask for a new one
        </Anchor>
        .
      </Alert>
    </AuthCard>
  );
}
