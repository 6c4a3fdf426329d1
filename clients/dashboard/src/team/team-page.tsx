import { QueryPanel } from '@ledgergraph/ui/feedback/query-panel.tsx';
import { Page } from '@ledgergraph/ui/layout/page.tsx';
import { Section } from '@ledgergraph/ui/layout/section.tsx';
import { Text } from '@mantine/core';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';
import { EndCard } from './end-card.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { MembersList } from './members-list.tsx';
import { RenameCard } from './rename-card.tsx';
import { useTeamMembers } from './use-team-members.ts';

export function TeamPage() {
  const team = useTeam();
  const query = useTeamMembers();
  return (
    <Page
      title="Team"
      intro={
        <>
          {team.name} is on the <b>{team.plan}</b> plan. You are its {team.role}.
        </>
      }
    >
      <Section
        title="Members"
        intro="Members make keys and manage their own. Admins manage all keys, members and invitations. Owners may also dissolve the team."
      >
        <QueryPanel query={query}>{({ members }) => <MembersList members={members} />}</QueryPanel>
      </Section>
      {mayAdminister(team.role) && <InvitationsCard invitations={query.data?.invitations} />}
      {mayAdminister(team.role) && <RenameCard />}
      <EndCard isOnlyMember={query.data?.members.length === 1} />
      {!mayAdminister(team.role) && (
        <Text size="sm" c="dimmed">
          Admins and owners invite others and change roles.
        </Text>
      )}
    </Page>
  );
}
