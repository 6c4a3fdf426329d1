import { HeaderMap } from '@apollo/server';
import type { GatewayExecutor, GatewayGraphQLRequestContext, GatewayInterface } from '@apollo/server-gateway-interface';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { valueFaultsIn } from '#/apollo/apollo-internals.ts';
import { FAILURE_MESSAGES } from '#/errors/error-codes.ts';
import { valueFaults } from '#/errors/value-faults.ts';
import type { ValidRequest } from '#/execution/create-executor.ts';
import type { ExecutionCounts } from '#/execution/execution-counts.ts';
import { type ExecutionResult, type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';

const UNRESOLVED = 'operationName must name one of the operations in the query.';

interface Asked {
  context: unknown;
  operation: unknown;
}

/** What Apollo's server asks for its schema and its answers: every operation is answered at one pin per chain or not at all. */
export function createPinnedGateway(
  apiSchema: GraphQLSchema,
  execute: (request: ValidRequest) => Promise<ExecutionResult>,
  tips: Pick<TipFollower, 'pinsAfterLoss'>,
  counts: Pick<ExecutionCounts, 'pinLosses'>,
): GatewayInterface {
  const listeners = new Set<Parameters<GatewayInterface['onSchemaLoadOrUpdate']>[0]>();
  const run = executePinned(execute, tips, counts);
  return {
    async load() {
      for (const listener of listeners) listener({ apiSchema, coreSupergraphSdl: '' });
      return {
        executor: executeOnce(({ request, context, ...valid }) =>
          run({ ...valid, ...askedIn(request), context: context as GraphContext }),
        ),
      };
    },
    onSchemaLoadOrUpdate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {},
  };
}

function askedIn({
  operationName,
  variables,
}: GatewayGraphQLRequestContext['request']): Pick<ValidRequest, 'operationName' | 'variables'> {
  return { operationName: operationName || undefined, variables: variables ?? {} };
}

/**
 * Runs an operation at the request's pins. If a subgraph has lost one, the answer may mix two states of the chain: it is
 * thrown away and the whole operation runs once more at new pins. A second loss is the client's to repeat.
 */
export function executePinned<Request extends Asked>(
  execute: (request: Request) => Promise<ExecutionResult>,
  tips: Pick<TipFollower, 'pinsAfterLoss'>,
  { pinLosses }: Pick<ExecutionCounts, 'pinLosses'>,
): (request: Request) => Promise<ExecutionResult> {
  return async (request) => {
    if (isUnresolved(request)) return { errors: [new GraphQLError(UNRESOLVED)] };
    const context = request.context as GraphContext;
    const first = await execute(request);
    if (context.read.lost.size === 0) return withVisibleFaults(first, context);
    pinLosses.repeated += 1;
    context.logger.info('a pin was lost; the operation runs again');
    context.read = startRead(await tips.pinsAfterLoss(context.environment, [...context.read.lost]));
    const second = await execute(request);
    if (context.read.lost.size === 0) return withVisibleFaults(second, context);
    pinLosses.refused += 1;
    return { data: null, errors: [reorganizing()] };
  };
}

/** Does not run an operation again that the known-operation path has run already: it returns that result. */
function executeOnce(execute: GatewayExecutor): GatewayExecutor {
  return async (request) => {
    const { executed } = request.context as GraphContext;
    return executed === undefined ? execute(request) : executed();
  };
}

/**
 * Apollo's gateway reports a document without a chosen operation as its own fault; its server words the error better.
 */
function isUnresolved(request: { operation: unknown }): boolean {
  return request.operation === undefined;
}

function reorganizing(): GraphQLError {
  return new GraphQLError('The chain is being reorganised at this moment. Please repeat the request.', {
    extensions: {
      code: 'CHAIN_REORGANIZED',
      http: { status: 503, headers: new HeaderMap([['retry-after', '1']]) },
    },
  });
}

/** A value that breaks the schema comes with the schema's inner names; a client gets an error at its path. */
function withVisibleFaults(result: ExecutionResult, context: GraphContext): ExecutionResult {
  if (result.extensions === undefined) return result;
  const { extensions: _, ...visible } = result;
  const faults = valueFaults(valueFaultsIn(result), result.data, context.read.absent);
  if (faults.length === 0) return visible;
  context.logger.error({ faults }, 'a subgraph answered with values that break the schema');
  const errors = faults.map(
    ({ path }: GraphQLError) =>
      new GraphQLError(FAILURE_MESSAGES.INTERNAL_SERVER_ERROR, { path, extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
  );
  return { ...visible, errors: [...(visible.errors ?? []), ...errors] };
}
