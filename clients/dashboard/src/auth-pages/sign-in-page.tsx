import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { CircleAlertIcon, FingerprintIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { returnPath } from '#/session/return-path.ts';
import { AuthCard } from './auth-card.tsx';
import { OpeningCard } from './opening-card.tsx';
import { emailProblem } from './password-rules.ts';
import { useOpening } from './use-opening.ts';

export function SignInPage() {
  const { search } = useLocation();
  const opening = useOpening();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: emailProblem, password: (value) => (value === '' ? 'Enter your password' : null) },
  });
  const signIn = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      askAuth(() => authClient.signIn.email({ email: email.trim(), password })),
    onSuccess: opening.open,
    onError: showFieldProblems(form),
  });
  const withPasskey = useMutation({
    mutationFn: () => askAuth(() => authClient.signIn.passkey()),
    onSuccess: opening.open,
  });
  if (opening.isOpening) return <OpeningCard opening={opening} />;
  return (
    <AuthCard
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <Anchor component={Link} to={`/sign-up${search}`} underline="always" inherit>
            Create an account
          </Anchor>
        </>
      }
    >
      {returnPath(search).includes('error=') && <SpentLink />}
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <Stack gap={6}>
            <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
            <Group justify="flex-end">
              <Anchor component={Link} to="/forgot-password" size="sm">
                Forgot password?
              </Anchor>
            </Group>
          </Stack>
          <FormProblem error={signIn.error} />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
      <Divider label="or" styles={{ label: { color: 'var(--mantine-color-dimmed)' } }} />
      <FormProblem error={withPasskey.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<FingerprintIcon size={18} aria-hidden />}
        loading={withPasskey.isPending}
        onClick={() => withPasskey.mutate()}
      >
        Sign in with a passkey
      </Button>
    </AuthCard>
  );
}

/** The link to confirm an address leads to the start, with an error where it did not work. */
function SpentLink() {
  return (
    <Alert color="yellow" icon={<CircleAlertIcon aria-hidden />} c="var(--mantine-color-text)">
      The link has been used or is too old. Sign in: if your address is not confirmed yet, a new link is sent.
    </Alert>
  );
}
