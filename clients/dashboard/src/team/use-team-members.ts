import type { InvitationPage, Member, MemberPage, OpenInvitation, Role } from '@ledgergraph/dashboard-api/contract';
import { readPages, request } from '@ledgergraph/dashboard-api/request';
import { useQuery } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { useTeam } from '#/teams/team-context.tsx';
import { mayAdminister } from '#/teams/use-team.ts';

const ROLES: Role[] = ['owner', 'admin', 'member'];

/** Only admins see open invitations. */
export function useTeamMembers() {
  const { id, role: myRole } = useTeam();
  return useQuery({
    queryKey: inTeam(id, 'members'),
    queryFn: async ({ signal }): Promise<{ members: Member[]; invitations: OpenInvitation[] }> => {
      const people = await readPages((path) => request<MemberPage>(path, { signal }), `/teams/${id}/members`);
      const invited = mayAdminister(myRole)
        ? await readPages((path) => request<InvitationPage>(path, { signal }), `/teams/${id}/invitations`)
        : [];
      const rank = ({ role }: Member): number => ROLES.indexOf(role);
      const members = people.flatMap((page) => page.members);
      members.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
      return { members, invitations: invited.flatMap((page) => page.invitations) };
    },
  });
}
