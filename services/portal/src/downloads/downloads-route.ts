import type { FastifyInstance } from 'fastify';
import { type GraphQLSchema, introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { ApiSchema } from '#/gateway/api-schema.ts';
import { type KeptFile, keepFile, sendKeptFile } from '#/http/kept-file.ts';
import { writePostmanCollection } from './postman-collection.ts';

interface Download {
  type: string;
  name: string;
  write: (schema: GraphQLSchema) => string;
}

const DOWNLOADS: Readonly<Record<string, Download>> = {
  '/schema.graphql': {
    type: 'application/graphql; charset=utf-8',
    name: 'schema.graphql',
    // The same as docs/api.graphql of `npm run compose`.
    write: (schema) => `${printSchema(lexicographicSortSchema(schema))}\n`,
  },
  '/schema.json': {
    type: 'application/json; charset=utf-8',
    name: 'schema.json',
    write: (schema) => `${JSON.stringify({ data: introspectionFromSchema(schema) })}\n`,
  },
  '/postman.json': {
    type: 'application/json; charset=utf-8',
    name: 'ledgergraph.postman_collection.json',
    write: (schema) => `${JSON.stringify(writePostmanCollection(schema), null, 2)}\n`,
  },
};

/** Each file is written once for each supergraph, at the first request. Everybody may see them. */
export function addDownloadRoutes(server: FastifyInstance, { schema }: { schema: Pick<ApiSchema, 'read'> }): void {
  for (const [url, { type, name, write }] of Object.entries(DOWNLOADS)) {
    const kept = new WeakMap<GraphQLSchema, Promise<KeptFile>>();
    server.get(url, async (request, reply) => {
      const current = await schema.read();
      const file = kept.get(current) ?? keepFile(type, write(current));
      kept.set(current, file);
      return sendKeptFile(request, reply, await file, {
        // Another supergraph has another text at the same path.
        'cache-control': 'public, no-cache',
        'content-disposition': `inline; filename="${name}"`,
      });
    });
  }
}
