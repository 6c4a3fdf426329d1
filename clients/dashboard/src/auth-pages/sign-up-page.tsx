import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { MailIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { AuthCard } from './auth-card.tsx';
import { OpeningCard } from './opening-card.tsx';
import { emailProblem, PASSWORD_HINT, passwordProblem } from './password-rules.ts';
import { useOpening } from './use-opening.ts';

const EMPTY = { name: '', email: '', password: '' };

export function SignUpPage() {
  const { search } = useLocation();
  const opening = useOpening();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter your name' : null),
      email: emailProblem,
      password: passwordProblem,
    },
  });
  const signUp = useMutation({
    mutationFn: async ({ name, email, password }: typeof EMPTY) => {
      const { token } = await askAuth(() =>
        authClient.signUp.email({ name: name.trim(), email: email.trim(), password }),
      );
      // Where mails are sent, the address must be confirmed before the first sign-in.
      return { hasMail: token === null };
    },
    onSuccess: ({ hasMail }) => {
      if (!hasMail) opening.open();
    },
    onError: showFieldProblems(form),
  });
  if (signUp.data?.hasMail) return <ConfirmAddress email={form.values.email.trim()} />;
  if (signUp.isSuccess) return <OpeningCard opening={opening} />;
  return (
    <AuthCard
      title="Create an account"
      intro="Your first query is two minutes away. No card, no waiting list."
      footer={
        <>
          Have an account?{' '}
          <Anchor component={Link} to={`/sign-in${search}`} underline="always" inherit>
            Sign in
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
        <Stack>
          <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            description={PASSWORD_HINT}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <FormProblem error={signUp.error} />
          <Button type="submit" loading={signUp.isPending} fullWidth>
            Create account
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}

/** The words are the same for known addresses: only the mail differs. */
function ConfirmAddress({ email }: { email: string }) {
  const { search } = useLocation();
  return (
    <AuthCard
      title="Look into your mail"
      footer={
        <Anchor component={Link} to={`/sign-in${search}`} underline="always" inherit>
          To sign in
        </Anchor>
      }
    >
      <Alert role="status" color="teal" icon={<MailIcon aria-hidden />} c="var(--mantine-color-text)">
        We have sent a link to {email}. Follow it within an hour to go on.
      </Alert>
    </AuthCard>
  );
}
