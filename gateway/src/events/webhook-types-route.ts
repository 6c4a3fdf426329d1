import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyInstance } from 'fastify';
import { sendError } from '#/errors/error-body.ts';

/** Adds GET /webhook-types: the webhooks service reads it repeatedly, and so follows each new supergraph. */
export function addWebhookTypesRoute(
  server: FastifyInstance,
  { read, isOurs }: { read: () => string; isOurs: (secret: unknown) => boolean },
): void {
  server.get('/webhook-types', async ({ headers }, reply) =>
    // Any other caller gets the answer of a page that does not exist.
    isOurs(headers[INTERNAL_HEADER])
      ? reply.type('application/json').send(read())
      : sendError(
          reply,
          404,
          'NOT_FOUND',
          'The API is at /graphql, the dashboard at /dashboard, the documentation at /docs.',
        ),
  );
}
