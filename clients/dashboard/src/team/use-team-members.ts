import type { Role } from '@ledgergraph/dashboard-api/contract';
import { useQuery } from '@tanstack/react-query';
import { inTeam } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { useTeam } from '#/teams/team-context.tsx';

export interface TeamMember {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  since: string;
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: string;
}

const ROLES: Role[] = ['owner', 'admin', 'member'];

/** Members, owners first, and the invitations that have not been answered. */
export function useTeamMembers() {
  const { id: organizationId } = useTeam();
  return useQuery({
    queryKey: inTeam(organizationId, 'members'),
    queryFn: async (): Promise<{ members: TeamMember[]; invitations: OpenInvitation[] }> => {
      const team = await askAuth(() => authClient.organization.getFullOrganization({ query: { organizationId } }));
      const members = (team?.members ?? []).map(({ id, userId, role, createdAt, user }) => ({
        id,
        userId,
        name: user.name,
        email: user.email,
        role: roleOf(role),
        since: new Date(createdAt).toISOString(),
      }));
      const invitations = (team?.invitations ?? [])
        .filter(({ status, expiresAt }) => status === 'pending' && +new Date(expiresAt) > Date.now())
        .map(({ id, email, role, expiresAt }) => ({
          id,
          email,
          role: roleOf(role),
          expiresAt: new Date(expiresAt).toISOString(),
        }));
      const rank = ({ role }: TeamMember): number => ROLES.indexOf(role);
      members.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
      return { members, invitations };
    },
  });
}

function roleOf(role: string | null | undefined): Role {
  return ROLES.find((known) => known === role) ?? 'member';
}
