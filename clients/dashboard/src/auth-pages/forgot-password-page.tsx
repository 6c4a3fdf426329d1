import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { showFieldProblems } from '@ledgergraph/ui/feedback/show-field-problems.ts';
import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { FileTextIcon, MailIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { fullAddress } from '#/session/return-path.ts';
import { useMails } from '#/session/use-mails.ts';
import { AuthCard } from './auth-card.tsx';
import { emailProblem } from './password-rules.ts';

const NO_MAIL = 'This installation sends no mail: whoever runs it finds the link in the log of accounts-api.';

/** The answer does not show whether the address is known. */
export function ForgotPasswordPage() {
  const mails = useMails();
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailProblem } });
  const ask = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      askAuth(() =>
        authClient.requestPasswordReset({ email: email.trim(), redirectTo: fullAddress('/reset-password') }),
      ),
    onError: showFieldProblems(form),
  });
  const footer = (
    <Anchor component={Link} to="/sign-in" underline="always" inherit>
      Back to sign in
    </Anchor>
  );
  if (ask.isSuccess && mails.data !== undefined) {
    const email = form.values.email.trim();
    return mails.data.areSent ? (
      <LinkSent email={email} footer={footer} />
    ) : (
      <LinkInLog email={email} footer={footer} />
    );
  }
  return (
    <AuthCard
      title="Forgot your password?"
      intro={mails.data?.areSent === false ? NO_MAIL : 'We send you a link to choose a new one.'}
      footer={footer}
    >
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
        <Stack>
          <TextInput label="E-mail" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <FormProblem error={ask.error ?? mails.error} />
          <Button type="submit" loading={ask.isPending || (ask.isSuccess && mails.isFetching)} fullWidth>
            {mails.data?.areSent === false ? 'Make a link' : 'Send the link'}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}

interface AnswerProps {
  email: string;
  footer: ReactNode;
}

function LinkSent({ email, footer }: AnswerProps) {
  return (
    <AuthCard title="Look into your mail" footer={footer}>
      <Alert role="status" color="teal" icon={<MailIcon aria-hidden />} c="var(--mantine-color-text)">
        If {email} has an account here, a link to choose a new password is on its way. It works once, and for an hour.
        We send two in 50 minutes at most; each of them works.
      </Alert>
    </AuthCard>
  );
}

function LinkInLog({ email, footer }: AnswerProps) {
  return (
    <AuthCard title="Ask for your link" footer={footer}>
      <Alert role="status" color="teal" icon={<FileTextIcon aria-hidden />} c="var(--mantine-color-text)">
        {NO_MAIL} If {email} has an account here, a link to choose a new password is there now. It works once, and for
        an hour.
      </Alert>
    </AuthCard>
  );
}
