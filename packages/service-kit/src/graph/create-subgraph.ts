import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import { type GraphQLFormattedError, parse } from 'graphql';
import type { SqlExecutor } from '../db/sql-executor.ts';
import type { Logger } from '../logger.ts';
import { isCodedError, pinLost } from './errors.ts';
import { NetworkDirectory } from './network-directory.ts';
import { ReadContext } from './read-context.ts';
import { ENVIRONMENT_HEADER, PINS_HEADER, REQUEST_ID_HEADER, readEnvironment, readPins } from './request-headers.ts';
import { SeenPins } from './seen-pins.ts';

export interface SubgraphOptions<Loaders> {
  server: FastifyInstance;
  /** Text of the service's schema.graphql. */
  typeDefs: string;
  // biome-ignore lint/suspicious/noExplicitAny: resolver maps are typed by each service, against its own rows
  resolvers: any;
  db: SqlExecutor;
  /** Signs list cursors; the installation's internal secret. */
  secret: string;
  logger: Logger;
  loaders: (context: ReadContext<Loaders>) => Loaders;
}

/**
 * Adds POST /graphql to an internal server: the service's schema as a federation subgraph, read at the request's pins.
 * Errors without a code of ours are masked and logged; an answer whose pin was lost while it was read is replaced by PIN_LOST.
 */
export async function createSubgraph<Loaders>(options: SubgraphOptions<Loaders>): Promise<void> {
  const { server, db, logger } = options;
  const directory = new NetworkDirectory(db);
  const seenPins = new SeenPins();
  const apollo = new ApolloServer<ReadContext<Loaders>>({
    schema: buildSubgraphSchema([{ typeDefs: parse(options.typeDefs), resolvers: options.resolvers }]),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    formatError: (formatted, error) => maskError(formatted, error, logger),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      fastifyApolloDrainPlugin(server),
      pinGuard(),
    ],
  });
  await apollo.start();
  server.route({
    url: '/graphql',
    method: 'POST',
    handler: fastifyApolloHandler(apollo, {
      context: async (request) => {
        const requestId = String(request.headers[REQUEST_ID_HEADER] ?? request.id);
        return new ReadContext<Loaders>({
          db,
          directory,
          seenPins,
          environment: readEnvironment(request.headers[ENVIRONMENT_HEADER]),
          pins: readPins(request.headers[PINS_HEADER]),
          cursorSecret: options.secret,
          requestId,
          logger: logger.child({ requestId }),
          loaders: options.loaders,
        });
      },
    }),
  });
}

/** A reorganisation may remove the pinned block while resolvers read: such an answer must not leave. */
function pinGuard<Loaders>(): ApolloServerPlugin<ReadContext<Loaders>> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response }) {
          if (response.body.kind !== 'single' || (await contextValue.pinsHeld())) return;
          const error = pinLost('');
          response.body.singleResult = { errors: [{ message: error.message, extensions: error.extensions }] };
        },
      };
    },
  };
}

function maskError(formatted: GraphQLFormattedError, error: unknown, logger: Logger): GraphQLFormattedError {
  const cause = unwrapResolverError(error);
  if (isCodedError(cause) || isCodedError(error)) {
    if (formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR') return formatted;
  }
  logger.error({ err: cause, path: formatted.path }, 'resolver failed');
  return {
    message: 'internal error',
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
}
