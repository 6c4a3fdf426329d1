import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyInstance } from 'fastify';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

export interface InternalRoutesOptions {
  webhookTypes: () => string;
  apiSchema: () => GraphQLSchema;
  isOurs: (secret: unknown) => boolean;
}

/**
 * GET /webhook-types and GET /api-schema, which our own services read repeatedly. Any other caller gets the answer of a page that does
 * not exist.
 */
export function addInternalRoutes(server: FastifyInstance, options: InternalRoutesOptions): void {
  const printed = new WeakMap<GraphQLSchema, string>();
  const print = (schema: GraphQLSchema): string => {
    const text = printed.get(schema) ?? `${printSchema(lexicographicSortSchema(schema))}\n`;
    printed.set(schema, text);
    return text;
  };
  const routes = [
    { url: '/webhook-types', type: 'application/json', read: options.webhookTypes },
    { url: '/api-schema', type: 'application/graphql; charset=utf-8', read: () => print(options.apiSchema()) },
  ];
  for (const { url, type, read } of routes) {
    server.get(url, async ({ headers }, reply) =>
      options.isOurs(headers[INTERNAL_HEADER])
        ? reply.type(type).send(read())
        : sendError(reply, 404, 'NOT_FOUND', 'The API is at /graphql.'),
    );
  }
}
