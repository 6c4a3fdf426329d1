import { ApiError, isSignedOut } from '@ledgergraph/dashboard-api/api-error';
import { FormProblem } from '@ledgergraph/ui/feedback/form-problem.tsx';
import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlertIcon } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { ME } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { withReturn } from '#/session/return-path.ts';
import { useSession } from '#/session/use-me.ts';
import { AuthCard } from './auth-card.tsx';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The same for every reader, also while loading. */
const TITLE = 'You are invited to a team';

export function InvitationPage() {
  const { invitation = '' } = useParams();
  const session = useSession();
  if (isSignedOut(session.error)) return <Introduction invitation={invitation} />;
  return (
    <AuthCard title={TITLE}>
      <QueryPanel query={session}>{({ user }) => <Answer invitation={invitation} email={user.email} />}</QueryPanel>
    </AuthCard>
  );
}

function Introduction({ invitation }: { invitation: string }) {
  const here = `/invitations/${encodeURIComponent(invitation)}`;
  return (
    <AuthCard title={TITLE} intro="Sign in, or create an account, with the e-mail address that the invitation came to.">
      <Group grow>
        <Button component={Link} to={withReturn('/sign-up', here)}>
          Create an account
        </Button>
        <Button component={Link} to={withReturn('/sign-in', here)} variant="default">
          Sign in
        </Button>
      </Group>
    </AuthCard>
  );
}

function Answer({ invitation, email }: { invitation: string; email: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: () => {
      if (!ID.test(invitation))
        throw new ApiError('NOT_FOUND', 'The link is not complete, or not the link of an invitation.');
      return askAuth(() => authClient.organization.getInvitation({ query: { id: invitation } }));
    },
  });
  const answer = useMutation({
    mutationFn: async (isWanted: boolean) => {
      const invitationId = invitation;
      if (isWanted) await askAuth(() => authClient.organization.acceptInvitation({ invitationId }));
      else await askAuth(() => authClient.organization.rejectInvitation({ invitationId }));
      await client.invalidateQueries({ queryKey: ME });
      navigate(isWanted && query.data !== undefined ? `/teams/${query.data.organizationSlug}/keys` : '/');
    },
  });
  const isBusy = answer.isPending || answer.isSuccess;
  if (query.error !== null && query.data === undefined && !query.isFetching) {
    return (
      <Alert color="yellow" role="alert" icon={<CircleAlertIcon aria-hidden />} c="var(--mantine-color-text)">
        {query.error.message} You are signed in as {email}.{' '}
        <Anchor component={Link} to="/" underline="always" inherit>
          To the dashboard
        </Anchor>
      </Alert>
    );
  }
  return (
    <QueryPanel query={query}>
      {({ inviterEmail, organizationName, role }) => (
        <Stack>
          <Text size="sm">
            <b>{inviterEmail}</b> invites you to the team <b>{organizationName}</b> as <b>{role}</b>.
          </Text>
          <FormProblem error={answer.error} />
          <Group grow>
            <Button loading={isBusy} onClick={() => answer.mutate(true)}>
              Join {organizationName}
            </Button>
            <Button variant="default" disabled={isBusy} onClick={() => answer.mutate(false)}>
              Decline
            </Button>
          </Group>
        </Stack>
      )}
    </QueryPanel>
  );
}
