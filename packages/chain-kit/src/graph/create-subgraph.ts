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
import { isCodedError, validationError } from '@ledgergraph/graph-kit/errors';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { findUnstorableLiteral } from '@ledgergraph/graph-kit/literals';
import {
  ENVIRONMENT_HEADER,
  PAGE_MAX_HEADER,
  PINS_HEADER,
  readEnvironment,
  readPageMax,
  readPins,
  readTimeLeft,
  TEAM_HEADER,
  TIME_LEFT_HEADER,
} from '@ledgergraph/graph-kit/request-headers';
import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyInstance } from 'fastify';
import { type GraphQLFormattedError, Kind } from 'graphql';
import type { ReadDatabases } from '#/databases/chain-databases.ts';
import { NetworkDirectory } from './network-directory.ts';
import { type AnswerAgain, faultOf, pinGuard } from './pin-guard.ts';
import { ReadContext } from './read-context.ts';

export interface SubgraphOptions<Loaders> {
  server: FastifyInstance;
  typeDefs: string;
  // biome-ignore lint/suspicious/noExplicitAny: resolver maps are typed by each service, against its own rows
  resolvers: any;
  databases: ReadDatabases;
  /** Signs list cursors; the installation's internal secret. */
  secret: string;
  logger: Logger;
  loaders: (context: ReadContext<Loaders>) => Loaders;
}

/** Unknown errors are masked and logged; a response whose pin was lost during the read is replaced by PIN_LOST. */
export async function createSubgraph<Loaders>(options: SubgraphOptions<Loaders>): Promise<void> {
  const { server, databases, logger } = options;
  const directory = new NetworkDirectory(databases);
  const answerAgain: AnswerAgain<Loaders> = (request, contextValue) =>
    apollo.executeOperation(request, { contextValue: contextValue.onPrimary() });
  const apollo = new ApolloServer<ReadContext<Loaders>>({
    schema: buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(options.typeDefs), resolvers: options.resolvers }]),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    logger,
    formatError: (formatted, error) => maskError(formatted, error, logger),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      fastifyApolloDrainPlugin(server),
      refuseTexts,
      pinGuard(logger, answerAgain),
    ],
  });
  await apollo.start();
  server.route({
    url: '/graphql',
    method: 'POST',
    // Once the body is read: the socket calls its reader outside of any async context.
    preValidation: ({ headers }, reply, done) => {
      const deadline = new Deadline(readTimeLeft(headers[TIME_LEFT_HEADER]));
      reply.raw.once('close', () => deadline.end());
      withDeadline(deadline, done, String(headers[TEAM_HEADER] ?? ''));
    },
    handler: fastifyApolloHandler(apollo, {
      context: async (request) => {
        const requestId = String(request.headers[REQUEST_ID_HEADER] ?? request.id);
        return new ReadContext<Loaders>({
          databases,
          directory,
          environment: readEnvironment(request.headers[ENVIRONMENT_HEADER]),
          pins: readPins(request.headers[PINS_HEADER]),
          pageMax: readPageMax(request.headers[PAGE_MAX_HEADER]),
          cursorSecret: options.secret,
          requestId,
          logger: logger.child({ requestId }),
          loaders: options.loaders,
        });
      },
    }),
  });
}

/** The gateway refuses such texts from clients. Here the rule also covers representations and foreign gateways. */
const refuseTexts: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, request: { variables = {} } }) {
        const literal = findUnstorableLiteral(document);
        const variable = findUnstorable(variables);
        if (literal === null && variable === undefined) return;
        const argument = literal?.holder?.kind === Kind.ARGUMENT ? literal.holder.name.value : (variable ?? '');
        throw validationError(argument, NOT_STORABLE);
      },
    };
  },
};

function maskError(formatted: GraphQLFormattedError, error: unknown, logger: Logger): GraphQLFormattedError {
  const cause = unwrapResolverError(error);
  if (isCodedError(cause) || isCodedError(error)) {
    if (formatted.extensions?.code !== 'INTERNAL_SERVER_ERROR') return formatted;
  }
  const fault = faultOf(cause);
  logger[fault === undefined ? 'error' : 'warn']({ err: cause, path: formatted.path }, 'resolver failed');
  return {
    message: fault?.message ?? 'internal error',
    ...(formatted.path === undefined ? {} : { path: formatted.path }),
    extensions: fault?.extensions ?? { code: 'INTERNAL_SERVER_ERROR' },
  };
}
