import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Button, Card } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { UsersIcon } from 'lucide-react';
import { Navigate } from 'react-router';
import { NewTeamDialog } from './new-team-dialog.tsx';
import { useCurrentTeam } from './use-team.ts';

/** A user who has left every team may create one. */
export function HomePage() {
  const team = useCurrentTeam();
  const [isOpen, dialog] = useDisclosure(false);
  if (team !== undefined) return <Navigate to={`/teams/${team.slug}/keys`} replace />;
  return (
    <Page title="Welcome">
      <Card>
        <NothingYet
          icon={<UsersIcon />}
          title="You are in no team"
          action={<Button onClick={dialog.open}>New team</Button>}
        >
          API keys belong to teams, and a team has the plan. Found one of your own, or ask for an invitation.
        </NothingYet>
      </Card>
      <NewTeamDialog isOpen={isOpen} onClose={dialog.close} />
    </Page>
  );
}
