import type { ApolloServerPlugin, GraphQLRequest, GraphQLResponse } from '@apollo/server';
import { databaseAway, type ErrorCode, pinLost, readTooSlow } from '@ledgergraph/graph-kit/errors';
import { databaseFault } from '@ledgergraph/service-kit/db/database-fault';
import type { Logger } from '@ledgergraph/service-kit/logger';
import { type GraphQLError, type GraphQLFormattedError, OperationTypeNode } from 'graphql';
import type { ReadContext } from './read-context.ts';

export type AnswerAgain<Loaders> = (request: GraphQLRequest, context: ReadContext<Loaders>) => Promise<GraphQLResponse>;

/** The same request can do better on another server. */
const OF_SERVER: ReadonlySet<unknown> = new Set<ErrorCode>([
  'INTERNAL_SERVER_ERROR',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'PIN_LOST',
]);

/** A response whose pinned block left must not be sent. The primary answers again after a failed or older replica. */
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

function addPoolMarks({ poolMarks }: Pick<ReadContext, 'poolMarks'>, result: { extensions?: object }): void {
  if (poolMarks.size === 0) return;
  result.extensions = { ...result.extensions, pending: [...poolMarks.values()] };
}

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

export function faultOf(error: unknown): GraphQLError | undefined {
  const fault = databaseFault(error);
  if (fault === undefined) return undefined;
  return fault === 'away' ? databaseAway() : readTooSlow();
}
