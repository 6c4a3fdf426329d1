import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import { sendError } from '#/errors/error-body.ts';
import { type AllowedOrigins, foreignOrigin } from '#/origins/allowed-origins.ts';
import { pageHeaders, preflightHeaders, VARY_BY_ORIGIN } from '#/origins/page-headers.ts';
import { contextOf } from './call-context.ts';

const PAGE_REFUSED = 'Web pages of this origin may not use the API.';

/**
 * Hook, before the key is looked at: every response says that it depends on the origin, and a page of an allowed origin can read it,
 * whatever it says. A page of another origin is refused.
 */
export function checkOrigin(origins: AllowedOrigins): onRequestHookHandler {
  return (request, reply, done) => {
    const origin = foreignOrigin(request.headers.origin, request.host);
    contextOf(request).origin = origin;
    reply.headers(VARY_BY_ORIGIN);
    if (origin === undefined) return done();
    if (!origins.allows(origin)) return void refusePage(reply);
    reply.headers(pageHeaders(origin));
    done();
  };
}

/** OPTIONS /graphql: what a page may send, which browsers ask before it sends. It needs no key, costs nothing and reads no body. */
export function addPreflightRoute(server: FastifyInstance, url: string, origins: AllowedOrigins): void {
  server.route({
    url,
    method: 'OPTIONS',
    onRequest: (request, reply) => {
      const { origin } = request.headers;
      reply.headers(VARY_BY_ORIGIN);
      // A body that nobody reads would stand before the next request of its connection.
      if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined)
        reply.header('connection', 'close');
      if (origin === undefined) return void reply.code(204).header('allow', 'GET, POST, OPTIONS').send();
      if (foreignOrigin(origin, request.host) !== undefined && !origins.allows(origin)) return void refusePage(reply);
      reply.code(204).headers(preflightHeaders(origin)).send();
    },
    handler: async (_request, reply) => reply,
  });
}

function refusePage(reply: FastifyReply): FastifyReply {
  return sendError(reply, 403, 'FORBIDDEN', PAGE_REFUSED);
}
