import type { Role } from '@ledgergraph/dashboard-api/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inTeam, ME } from '#/api/query-keys.ts';
import { askAuth } from '#/session/ask-auth.ts';
import { authClient } from '#/session/auth-client.ts';
import { useTeam } from '#/teams/team-context.tsx';

export function useTeamChanges() {
  const { id: organizationId } = useTeam();
  const client = useQueryClient();
  const { organization } = authClient;
  const refresh = () => client.invalidateQueries({ queryKey: inTeam(organizationId, 'members') });
  const refreshMe = () => client.invalidateQueries({ queryKey: ME });
  return {
    invite: useMutation({
      mutationFn: (invitation: { email: string; role: Role }) =>
        askAuth(() => organization.inviteMember({ ...invitation, organizationId, resend: true })),
      onSuccess: refresh,
    }),
    withdraw: useMutation({
      mutationFn: (invitationId: string) => askAuth(() => organization.cancelInvitation({ invitationId })),
      onSuccess: refresh,
    }),
    setRole: useMutation({
      mutationFn: ({ memberId, role }: { memberId: string; role: Role }) =>
        askAuth(() => organization.updateMemberRole({ memberId, role, organizationId })),
      // The answer to `me` contains one's own role.
      onSuccess: () => Promise.all([refresh(), refreshMe()]),
    }),
    remove: useMutation({
      mutationFn: (memberIdOrEmail: string) =>
        askAuth(() => organization.removeMember({ memberIdOrEmail, organizationId })),
      onSuccess: refresh,
    }),
    rename: useMutation({
      mutationFn: (name: string) => askAuth(() => organization.update({ organizationId, data: { name } })),
      onSuccess: refreshMe,
    }),
    leave: useMutation({ mutationFn: () => askAuth(() => organization.leave({ organizationId })) }),
    dissolve: useMutation({ mutationFn: () => askAuth(() => organization.delete({ organizationId })) }),
  };
}
