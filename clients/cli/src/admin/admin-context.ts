import type { OperatorKey, Team } from '@ledgergraph/dashboard-api/operator-contract';
import { request, type Site } from '@ledgergraph/dashboard-api/request';
import type { Run, TeamContext } from '#/context.ts';

export type AdminRun = Run<TeamContext>;

/** Operators name any team by its slug or id, and any key. */
export function createAdminContext(site: Site): TeamContext {
  const ask: TeamContext['ask'] = (path, options) => request(path, { ...options, site });
  return {
    ask,
    teamPath: async (team) => {
      const asked =
        team === undefined ? ask<Team>('/operator/own-team', { method: 'POST', body: {} }) : ask<Team>(teamPath(team));
      return `/teams/${(await asked).id}`;
    },
    findKey: async (reference) => {
      const { id, masked, team } = await ask<OperatorKey>('/operator/find-key', {
        method: 'POST',
        body: { reference },
      });
      return { path: `/teams/${team.id}/keys/${id}`, masked };
    },
  };
}

export function teamPath(team: string): string {
  return `/operator/teams/${encodeURIComponent(team)}`;
}

export function queryOf(members: Record<string, string | number | undefined>): string {
  const given = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
