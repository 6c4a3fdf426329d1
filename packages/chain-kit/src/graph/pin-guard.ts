import type { ApolloServerPlugin, GraphQLRequest, GraphQLResponse } from '@apollo/server';
import { databaseAway, type ErrorCode, pinLost, readTooSlow } from '@ledgergraph/graph-kit/errors';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type GraphQLError, type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import type { ReadContext } from './read-context.ts';

/** Answers a request once more, from the primaries. */
export type AnswerAgain<Loaders> = (request: GraphQLRequest, context: ReadContext<Loaders>) => Promise<GraphQLResponse>;

/** Codes of errors that may be those of a server: the same request can do better on another. */
const OF_SERVER: ReadonlySet<unknown> = new Set<ErrorCode>([
  'INTERNAL_SERVER_ERROR',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'PIN_LOST',
]);

/**
 * A reorganisation may remove the pinned block while resolvers read: such a response must not be sent. One that read a replica which failed, or
 * went back to an old state, is answered again by the primary: a replica may go away at any moment, and no client shall notice.
 */
export function pinGuard<Loaders>(
  logger: Logger,
  answerAgain: AnswerAgain<Loaders>,
): ApolloServerPlugin<ReadContext<Loaders>> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ contextValue, operation }) {
          if (operation?.operation !== OperationTypeNode.QUERY) contextValue.keepToPrimary();
        },
        async willSendResponse({ contextValue, request, response }) {
          if (response.body.kind !== 'single') return;
          const error = await whyNot(contextValue, logger);
          if (contextValue.hasReadReplica && (error !== undefined || hasFailed(response.body.singleResult))) {
            const { body } = await answerAgain(request, contextValue);
            if (body.kind === 'single') response.body.singleResult = body.singleResult;
            return;
          }
          if (error === undefined) return void addPoolMarks(contextValue, response.body.singleResult);
          response.body.singleResult = { errors: [{ message: error.message, extensions: error.extensions }] };
        },
      };
    },
  };
}

function hasFailed({ errors = [] }: { errors?: readonly GraphQLFormattedError[] }): boolean {
  return errors.some(({ extensions }) => OF_SERVER.has(extensions?.code));
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

/** The error that a client gets for a fault of the database; undefined for any other. */
export function faultOf(error: unknown): GraphQLError | undefined {
  const fault = databaseFault(error);
  if (fault === undefined) return undefined;
  return fault === 'away' ? databaseAway() : readTooSlow();
}
