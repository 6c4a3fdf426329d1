import type { FastifyInstance } from 'fastify';
import type { Mails } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';

/** Whether this installation sends mails: no page may name a mail that no one gets. */
export function mailRoutes(scope: FastifyInstance, { mailer }: DashboardDeps): void {
  scope.get('/mails', async (): Promise<Mails> => ({ areSent: mailer.delivers }));
}
