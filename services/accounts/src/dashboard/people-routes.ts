import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ListCursor, type Place } from '#/db/list-cursor.ts';
import { pageMembers, pageOpenInvitations } from '#/db/members.ts';
import { mayManageTeam, maySeeTeam, readRole } from '#/teams/rights.ts';
import { forTeam } from './caller.ts';
import type { InvitationPage, MemberPage } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { cutPage, pageSchema } from './pages.ts';
import { READING } from './rates.ts';
import { readInput } from './read-input.ts';

export function peopleRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, now, cursorSecret } = deps;
  const placeOf = ({ createdAt: at, id }: { createdAt: Date; id: string }): Place => ({ at, id });
  const askedFor = ({ query }: FastifyRequest, list: string) => {
    const { cursor, limit } = readInput(pageSchema, query);
    const cursors = new ListCursor(cursorSecret, list);
    return { limit, cursors, after: cursor === undefined ? undefined : cursors.read(cursor) };
  };

  scope.get(
    '/teams/:team/members',
    READING,
    forTeam(deps, maySeeTeam, async ({ teamId }, request): Promise<MemberPage> => {
      const { limit, cursors, after } = askedFor(request, `members ${teamId}`);
      const { rows, ...end } = cutPage(await pageMembers(db, teamId, after, limit + 1), limit, cursors, placeOf);
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
    forTeam(deps, mayManageTeam, async ({ teamId }, request): Promise<InvitationPage> => {
      const { limit, cursors, after } = askedFor(request, `invitations ${teamId}`);
      const found = await pageOpenInvitations(db, teamId, now(), after, limit + 1);
      const { rows, ...end } = cutPage(found, limit, cursors, placeOf);
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
