import type { Me, Role } from '@ledgergraph/dashboard-api/contract';
import { useLocation, useParams } from 'react-router';
import { useMe } from '#/session/use-me.ts';

export type Team = Me['teams'][number];

const LAST_TEAM = 'ledgergraph-team';

export function useTeamOfAddress(): Team | undefined {
  const { team: slug } = useParams();
  return useMe().teams.find((team) => team.slug === slug);
}

/** The team of the address, or else the one last looked at. */
export function useCurrentTeam(): Team | undefined {
  const { teams } = useMe();
  const { pathname } = useLocation();
  const slug = /^\/teams\/([^/]+)/.exec(pathname)?.[1] ?? localStorage.getItem(LAST_TEAM);
  return teams.find((team) => team.slug === slug) ?? teams[0];
}

export function rememberTeam({ slug }: Team): void {
  localStorage.setItem(LAST_TEAM, slug);
}

export function mayAdminister(role: Role): boolean {
  return role !== 'member';
}
