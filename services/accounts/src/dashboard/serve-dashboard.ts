import type { FastifyInstance } from 'fastify';
import { networkOf } from '#/auth/network-of.ts';
import { listTrustedOrigins } from '#/auth/trusted-origins.ts';
import { workFor } from '#/db/transaction-turns.ts';
import { DASHBOARD_PATH } from '#/page-path.ts';
import { authRoutes } from './auth-routes.ts';
import { checkOrigin } from './check-origin.ts';
import { API_PATH, AUTH_PATH } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { notFound } from './dashboard-error.ts';
import { keyRoutes } from './key-routes.ts';
import { mailRoutes, meRoutes } from './me-routes.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { PAGES, requireRates } from './rates.ts';
import { answerErrors } from './read-error.ts';
import { refuseTexts } from './refuse-texts.ts';
import { securityHeaders } from './security-headers.ts';
import { teamRoutes } from './team-routes.ts';
import { clientAddress } from './to-headers.ts';
import { webhookListen, webhookPreview } from './webhook-preview.ts';
import { webhookRoutes } from './webhook-routes.ts';

const BODY_BYTES_MAX = 16 * 1024;

/** The gateway proxies everything under `/dashboard` and is the only caller. */
export async function serveDashboard(server: FastifyInstance, deps: DashboardDeps): Promise<void> {
  const headers = securityHeaders(deps.publicUrl);
  const trustedOrigins = listTrustedOrigins(deps.publicUrl);

  await server.register(
    async (dashboard) => {
      readJsonOnly(dashboard);
      dashboard.addHook('onRequest', async (request, reply) => {
        reply.headers(headers);
        deps.limits.admit(request);
        checkOrigin(request, trustedOrigins);
      });
      dashboard.addHook('onRoute', requireRates);
      dashboard.addHook('preValidation', refuseTexts);
      // After the body is read, because reading it belongs to the connection.
      dashboard.addHook('preHandler', (request, reply, done) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        workFor({ network: networkOf(clientAddress(request.headers)), gone: gone.signal }, done);
      });
      answerErrors(dashboard, deps.logger);
      dashboard.setNotFoundHandler(() => {
        throw notFound();
      });
      await dashboard.register(async (scope) => answerPrivately(scope, () => authRoutes(scope, deps)), {
        prefix: below(AUTH_PATH),
      });
      await dashboard.register(
        async (scope) =>
          answerPrivately(scope, () => {
            mailRoutes(scope, deps);
            meRoutes(scope, deps);
            keyRoutes(scope, deps);
            peopleRoutes(scope, deps);
            teamRoutes(scope, deps);
            webhookRoutes(scope, deps);
            webhookPreview(scope, deps);
            webhookListen(scope, deps);
            scope.register(async (operators) => operatorRoutes(operators, deps), { prefix: '/operator' });
            // Otherwise the page would answer for unknown paths of the API.
            scope.all('/*', PAGES, async () => {
              throw notFound();
            });
          }),
        { prefix: below(API_PATH) },
      );
      await dashboard.register(async (scope) => pageRoutes(scope, deps));
    },
    { prefix: DASHBOARD_PATH },
  );
}

function below(path: string): string {
  return path.slice(DASHBOARD_PATH.length);
}

function answerPrivately(scope: FastifyInstance, addRoutes: () => void): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  addRoutes();
}

function readJsonOnly(scope: FastifyInstance): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
    (request, body, done) => {
      // Calls without arguments, such as signing out, have an empty body.
      if (body === '') done(null, {});
      else parseJson(request, String(body), done);
    },
  );
}
