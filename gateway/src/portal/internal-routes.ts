import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { FastifyInstance } from 'fastify';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';

export interface InternalRoutesOptions {
  /** The types of webhook of the current graph, as JSON. */
  webhookTypes: () => string;
  /** The schema that clients see at this moment. */
  apiSchema: () => GraphQLSchema;
  isOurs: (secret: unknown) => boolean;
}

/**
 * Adds what our own services read repeatedly to follow each new supergraph: GET /webhook-types and GET /api-schema. Any other caller gets the
 * answer of a page that does not exist.
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
