import { NothingYet } from '@ledgergraph/ui/feedback/nothing-yet.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Anchor, Text } from '@mantine/core';
import { UsersIcon } from 'lucide-react';
import { createContext, use, useEffect } from 'react';
import { Link, Outlet } from 'react-router';
import { rememberTeam, type Team, useTeamOfAddress } from './use-team.ts';

const TeamContext = createContext<Team | undefined>(undefined);

export function WithTeam() {
  const team = useTeamOfAddress();
  useEffect(() => {
    if (team !== undefined) rememberTeam(team);
  }, [team]);
  if (team === undefined) {
    return (
      <Page title="No such team">
        <NothingYet icon={<UsersIcon />} title="You are not in this team">
          The team does not exist, or you are no longer a member.{' '}
          <Anchor component={Link} to="/" underline="always" inherit>
            Go to your own team
          </Anchor>
          <Text span inherit>
            .
          </Text>
        </NothingYet>
      </Page>
    );
  }
  // Another team is another page: nothing typed or opened is carried over.
  return (
    <TeamContext value={team} key={team.id}>
      <Outlet />
    </TeamContext>
  );
}

/** Only below `WithTeam`. */
export function useTeam(): Team {
  const team = use(TeamContext);
  if (team === undefined) throw new Error('useTeam outside of WithTeam');
  return team;
}
