import type { FastifyInstance } from 'fastify';
import { pageMembers, pageOpenInvitations } from '#/db/members.ts';
import { mayManageTeam, maySeeTeam, readRole } from '#/teams/rights.ts';
import { forTeam } from './caller.ts';
import type { InvitationPage, MemberPage } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { pageSchema, readPage } from './pages.ts';
import { READING } from './rates.ts';
import { readInput } from './read-input.ts';

export function peopleRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now } = deps;

  scope.get(
    '/teams/:team/members',
    READING,
    forTeam(deps, maySeeTeam, async ({ teamId }, { query }): Promise<MemberPage> => {
      const find = pageMembers.bind(null, db, teamId);
      const { rows, ...end } = await readPage(deps, `members ${teamId}`, readInput(pageSchema, query), find);
      const members = rows.map(({ id, role, createdAt, user: { id: userId, name, email } }) => ({
        id,
        userId,
        name,
        email,
        role: readRole(role),
        since: createdAt.toISOString(),
      }));
      return { members, ...end };
    }),
  );

  scope.get(
    '/teams/:team/invitations',
    READING,
    forTeam(deps, mayManageTeam, async ({ teamId }, { query }): Promise<InvitationPage> => {
      const find = pageOpenInvitations.bind(null, db, teamId, now());
      const { rows, ...end } = await readPage(deps, `invitations ${teamId}`, readInput(pageSchema, query), find);
      const invitations = rows.map(({ id, email, role, expiresAt }) => ({
        id,
        email,
        role: readRole(role ?? 'member'),
        expiresAt: expiresAt.toISOString(),
      }));
      return { invitations, ...end };
    }),
  );
}
