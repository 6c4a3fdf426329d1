import type { FastifyInstance } from 'fastify';
import { listMemberships } from '#/db/members.ts';
import { readRole } from '#/teams/rights.ts';
import { getCallerOrKey } from './caller.ts';
import type { Mails, Me } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { READING } from './rates.ts';

export function meRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  const { db, brand } = deps;
  scope.get('/me', READING, async (request): Promise<Me> => {
    const { user, keyTeamId } = await getCallerOrKey(deps, request);
    const memberships = await listMemberships(db, user.id);
    const seen = keyTeamId === null ? memberships : memberships.filter(({ team }) => team.id === keyTeamId);
    const teams = seen.map(({ role, team: { id, name, slug, planId } }) => ({
      id,
      name,
      slug,
      role: readRole(role),
      plan: planId,
    }));
    return { user, teams, keyBrand: brand };
  });
}

/** No page may announce a mail that is never sent. */
export function mailRoutes(scope: FastifyInstance, { mailer }: DashboardDeps): void {
  scope.get('/mails', READING, async (): Promise<Mails> => ({ areSent: mailer.delivers }));
}
