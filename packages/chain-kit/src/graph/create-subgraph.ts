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
import { databaseAway, isCodedError, pinLost, readTooSlow, validationError } from '@ledgergraph/graph-kit/errors';
import { parseSubgraphSchema } from '@ledgergraph/graph-kit/event-spec';
import { findUnstorableLiteral } from '@ledgergraph/graph-kit/literals';
import {
  ENVIRONMENT_HEADER,
  PINS_HEADER,
  readEnvironment,
  readPins,
  readTimeLeft,
  TIME_LEFT_HEADER,
} from '@ledgergraph/graph-kit/request-headers';
import { withDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import { Deadline } from '@ledgergraph/service-kit/deadline';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { findUnstorable, NOT_STORABLE } from '@ledgergraph/service-kit/storable-text';
import type { FastifyInstance } from 'fastify';
import { type GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { NetworkDirectory } from './network-directory.ts';
import { ReadContext } from './read-context.ts';
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
 * Errors without a code of ours are masked and logged; a response whose pin was lost while it was read is replaced by PIN_LOST.
 */
export async function createSubgraph<Loaders>(options: SubgraphOptions<Loaders>): Promise<void> {
  const { server, db, logger } = options;
  const directory = new NetworkDirectory(db);
  const seenPins = new SeenPins();
  const apollo = new ApolloServer<ReadContext<Loaders>>({
    schema: buildSubgraphSchema([{ typeDefs: parseSubgraphSchema(options.typeDefs), resolvers: options.resolvers }]),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    // Otherwise it writes to the console.
    logger,
    formatError: (formatted, error) => maskError(formatted, error, logger),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginCacheControlDisabled(),
      fastifyApolloDrainPlugin(server),
      refuseTexts,
      pinGuard(logger),
    ],
  });
  await apollo.start();
  server.route({
    url: '/graphql',
    method: 'POST',
    // The deadline starts once the body is read: the socket calls the body's reader outside of any async context.
    preValidation: ({ headers }, reply, done) => {
      const deadline = new Deadline(readTimeLeft(headers[TIME_LEFT_HEADER]));
      reply.raw.once('close', () => deadline.end());
      withDeadline(deadline, done);
    },
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

/** The gateway refuses such texts from clients. Here the rule also holds for representations, and for a gateway that another team runs. */
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

/** A reorganisation may remove the pinned block while resolvers read: such a response must not be sent. */
function pinGuard<Loaders>(logger: Logger): ApolloServerPlugin<ReadContext<Loaders>> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response }) {
          if (response.body.kind !== 'single') return;
          const error = await whyNot(contextValue, logger);
          if (error === undefined) return void addPoolMarks(contextValue, response.body.singleResult);
          response.body.singleResult = { errors: [{ message: error.message, extensions: error.extensions }] };
        },
      };
    },
  };
}

/** Adds `extensions.pending` to a response about pending transactions: the time when they were read. */
function addPoolMarks({ poolMarks }: Pick<ReadContext, 'poolMarks'>, result: { extensions?: object }): void {
  if (poolMarks.size === 0) return;
  result.extensions = { ...result.extensions, pending: [...poolMarks.values()] };
}

/** Returns the reason why a response must not be sent; undefined when it may be sent. */
async function whyNot(context: Pick<ReadContext, 'pinsHeld'>, logger: Logger): Promise<GraphQLError | undefined> {
  try {
    return (await context.pinsHeld()) ? undefined : pinLost('');
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    logger.warn({ err: error }, 'the pins could not be checked');
    return fault;
  }
}

function faultOf(error: unknown): GraphQLError | undefined {
  const fault = databaseFault(error);
  if (fault === undefined) return undefined;
  return fault === 'away' ? databaseAway() : readTooSlow();
}

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
