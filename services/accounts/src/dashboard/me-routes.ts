import type { FastifyInstance } from 'fastify';
import { listMemberships } from '#/db/members.ts';
import { readRole } from '#/teams/rights.ts';
import { getCaller } from './caller.ts';
import type { Mails, Me } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { READING } from './rates.ts';

/** The signed-in user, and their teams. */
export function meRoutes(scope: FastifyInstance, { auth, limits, db, brand }: DashboardDeps): void {
  scope.get('/me', READING, async (request): Promise<Me> => {
    const { user } = await getCaller({ auth, limits }, request);
    const memberships = await listMemberships(db, user.id);
    const teams = memberships.map(({ role, team: { id, name, slug, planId } }) => ({
      id,
      name,
      slug,
      role: readRole(role),
      plan: planId,
    }));
    return { user, teams, keyBrand: brand };
  });
}

/** Whether this installation sends mails: no page may name a mail that no one gets. */
export function mailRoutes(scope: FastifyInstance, { mailer }: DashboardDeps): void {
  scope.get('/mails', READING, async (): Promise<Mails> => ({ areSent: mailer.delivers }));
}
