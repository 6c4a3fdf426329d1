import type { FastifyInstance, FastifyReply } from 'fastify';
import { OPEN_ROUTES } from '#/auth/open/open-routes.ts';
import { currentAsker } from '#/db/transaction-turns.ts';
import { answerAuthCall } from './answer-auth-call.ts';
import { AUTH_PATH } from './contract.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { DashboardError, notFound } from './dashboard-error.ts';
import { CHANGING, PAGES, READING } from './rates.ts';
import { readError } from './read-error.ts';
import { clientAddress, toHeaders } from './to-headers.ts';

export function authRoutes(scope: FastifyInstance, deps: DashboardDeps): void {
  scope.setErrorHandler((error, _request, reply) => {
    const { status, code, message, fields, retryAfterSeconds } = readError(error, deps.logger);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
    return reply.code(status).send({ code, message, ...(fields !== undefined && { fields }) });
  });

  for (const [path, route] of Object.entries(OPEN_ROUTES)) {
    const { rates = (route.method === 'GET' ? READING : CHANGING).config.rates } = route;
    scope.route({
      method: route.method,
      url: path,
      exposeHeadRoute: false,
      config: { rates },
      handler: async (request, reply) => {
        const response = await answerAuthCall({ ...deps, baseUrl: deps.publicUrl + AUTH_PATH }, route, {
          rates,
          path,
          given:
            route.method === 'GET'
              ? Object.fromEntries(new URL(request.url, deps.publicUrl).searchParams)
              : request.body,
          headers: toHeaders(request.headers),
          ipAddress: clientAddress(request.headers),
        });
        return sendResponse(deps, response, reply);
      },
    });
  }
  // Otherwise the page would answer for unknown paths.
  scope.all('/*', PAGES, async () => {
    throw notFound();
  });
}

async function sendResponse({ db }: DashboardDeps, response: Response, reply: FastifyReply): Promise<FastifyReply> {
  if (response.status >= 500) {
    // The library has logged the cause; the caller learns only whether there are too many calls or the database is away.
    const { fault } = currentAsker() ?? {};
    if (fault !== undefined) throw fault;
    await db.$queryRaw`SELECT 1`;
    throw new DashboardError('INTERNAL_ERROR', 'Something went wrong here. It is on record; try again.');
  }
  const text = await response.text();
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && name !== 'content-length' && (name !== 'content-type' || text !== ''))
      reply.header(name, value);
  // Joining cookies by commas would break those with a date.
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.code(response.status).send(text === '' ? undefined : text);
}
