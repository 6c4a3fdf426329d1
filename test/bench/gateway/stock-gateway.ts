import { readFile } from 'node:fs/promises';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import { ENVIRONMENT_HEADER, PINS_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { fastify } from 'fastify';

/**
 * The rival: Apollo's gateway as its documentation starts it, over the same supergraph and subgraphs, without keys, quotas, pins and
 * error rules. A client's requests carry the headers for our subgraphs.
 */
interface Caller {
  forwarded: Record<string, string>;
}

const FORWARDED = [INTERNAL_HEADER, ENVIRONMENT_HEADER, PINS_HEADER];

const gateway = new ApolloGateway({
  supergraphSdl: await readFile(
    process.env.SUPERGRAPH_FILE ?? new URL('../../../gateway/supergraph.graphql', import.meta.url),
    'utf8',
  ),
  buildService: ({ name }) =>
    new RemoteGraphQLDataSource({
      url: `${process.env[`SUBGRAPH_${name.toUpperCase()}_URL`]}/graphql`,
      willSendRequest: ({ request, context }) => {
        const { forwarded = {} } = context as Partial<Caller>;
        for (const [header, value] of Object.entries(forwarded)) request.http?.headers.set(header, value);
      },
    }),
});

const server = fastify();
const apollo = new ApolloServer<Caller>({
  gateway,
  nodeEnv: 'production',
  plugins: [fastifyApolloDrainPlugin(server)],
});
await apollo.start();
server.route({
  url: '/graphql',
  method: 'POST',
  handler: fastifyApolloHandler(apollo, {
    context: async ({ headers }) => ({
      forwarded: Object.fromEntries(FORWARDED.map((header) => [header, String(headers[header])])),
    }),
  }),
});
server.get('/readyz', async () => ({ ready: true }));
await server.listen({ host: process.env.HOST ?? '', port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit());
process.on('disconnect', () => process.exit());
