import type { Me, Role } from '@ledgergraph/dashboard-api/contract';
import { useLocation, useParams } from 'react-router';
import { useMe } from '#/session/use-me.ts';

export type Team = Me['teams'][number];

const LAST_TEAM = 'ledgergraph-team';

/** The team that the address names; undefined where the user is in no such team. */
export function useTeamOfAddress(): Team | undefined {
  const { team: slug } = useParams();
  return useMe().teams.find((team) => team.slug === slug);
}

/** The team to show links for: that of the address, or else the one last looked at. */
export function useCurrentTeam(): Team | undefined {
  const { teams } = useMe();
  const { pathname } = useLocation();
  const slug = /^\/teams\/([^/]+)/.exec(pathname)?.[1] ?? localStorage.getItem(LAST_TEAM);
  return teams.find((team) => team.slug === slug) ?? teams[0];
}

export function rememberTeam({ slug }: Team): void {
  localStorage.setItem(LAST_TEAM, slug);
}

/** True if a role may manage keys of others, let keys send, manage members and invitations, and see the audit log. */
export function mayAdminister(role: Role): boolean {
  return role !== 'member';
}
